// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "suppressions",
 "about": "Addresses that the account does not send to.",
 "commands": [
  {
   "name": "suppressions.list",
   "words": [
    "suppressions",
    "list"
   ],
   "summary": "List suppressed addresses",
   "section": "Suppressions and delivery",
   "positionals": [],
   "flags": [
    {
     "name": "email",
     "type": "string",
     "minLength": 1,
     "contract": true,
     "description": "The whole address; capital letters do not matter.",
     "at": [
      "query",
      "email"
     ]
    },
    {
     "name": "reason",
     "type": "string",
     "choices": [
      "hard_bounce",
      "soft_bounce",
      "complaint",
      "manual"
     ],
     "contract": true,
     "description": "Why an address is suppressed.",
     "at": [
      "query",
      "reason"
     ]
    },
    {
     "name": "source-provider",
     "type": "string",
     "minLength": 1,
     "contract": true,
     "at": [
      "query",
      "source_provider"
     ]
    },
    {
     "name": "active",
     "type": "boolean",
     "contract": true,
     "description": "True, as when left out, lists those that hold; false those that have expired.",
     "default": "true",
     "at": [
      "query",
      "active"
     ]
    },
    {
     "name": "page",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "description": "Which page, from 1.",
     "at": [
      "query",
      "page"
     ]
    },
    {
     "name": "limit",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "description": "Rows at most; 30 when left out."
    },
    {
     "name": "all",
     "type": "boolean",
     "description": "Every page, printed as it comes."
    }
   ],
   "endpoint": {
    "method": "GET",
    "path": "/v1/my/suppressions",
    "paginated": 30,
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "id",
     "email",
     "reason",
     "active",
     "contact_id",
     "source_provider",
     "provider_diagnostic",
     "bounce_type",
     "bounce_subtype",
     "complaint_feedback_type",
     "event_occurred_at",
     "expires_at",
     "created_at",
     "updated_at"
    ],
    "columns": [
     "id",
     "email",
     "reason",
     "active",
     "expires_at",
     "created_at"
    ]
   },
   "examples": [
    "mas suppressions list --reason hard_bounce"
   ]
  }
 ]
}
