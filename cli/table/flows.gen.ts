// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "flows",
 "about": "Steps that run by themselves.",
 "commands": [
  {
   "name": "flows.list",
   "words": [
    "flows",
    "list"
   ],
   "summary": "List the brand's flows",
   "section": "Contacts, lists and other groups",
   "positionals": [],
   "flags": [
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
    "path": "/v1/my/flows",
    "paginated": 30,
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "id",
     "brand_id",
     "name",
     "status",
     "trigger",
     "steps",
     "created_at",
     "updated_at"
    ],
    "columns": [
     "id",
     "name",
     "status",
     "created_at"
    ]
   },
   "examples": [
    "mas flows list"
   ]
  },
  {
   "name": "flows.create",
   "words": [
    "flows",
    "create"
   ],
   "summary": "Begin a flow as a draft",
   "section": "Contacts, lists and other groups",
   "positionals": [],
   "flags": [
    {
     "name": "name",
     "type": "string",
     "minLength": 1,
     "contract": true,
     "required": true,
     "at": [
      "body",
      "name"
     ]
    },
    {
     "name": "trigger",
     "type": "json",
     "contract": true,
     "nullable": true,
     "description": "What starts it.",
     "at": [
      "body",
      "trigger"
     ]
    },
    {
     "name": "steps",
     "type": "json",
     "array": true,
     "contract": true,
     "at": [
      "body",
      "steps"
     ]
    },
    {
     "name": "data",
     "type": "string",
     "description": "The whole body as JSON: @file, or - for stdin. Flags win over what it says.",
     "placeholder": "@file|-"
    }
   ],
   "endpoint": {
    "method": "POST",
    "path": "/v1/my/flows",
    "body": "required",
    "bodyFields": [
     "name",
     "trigger",
     "steps"
    ],
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "id",
     "brand_id",
     "name",
     "status",
     "trigger",
     "steps",
     "created_at",
     "updated_at"
    ]
   },
   "examples": [
    "mas flows create --name Welcome --trigger '{\"event\":\"signed_up\"}' --steps '[{\"send_template\":1}]'"
   ]
  }
 ]
}
