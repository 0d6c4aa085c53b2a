// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "events",
 "about": "What contacts did.",
 "commands": [
  {
   "name": "events.track",
   "words": [
    "events",
    "track"
   ],
   "summary": "Record something that a contact did",
   "description": [
    "Something that a contact did, to record. Names the contact by exactly one of --contact-id and --contact-email."
   ],
   "section": "Contacts, lists and other groups",
   "positionals": [],
   "flags": [
    {
     "name": "contact-id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "at": [
      "body",
      "contact_id"
     ]
    },
    {
     "name": "contact-email",
     "type": "string",
     "format": "email",
     "contract": true,
     "description": "The e-mail of a contact of the brand; capital letters do not matter.",
     "at": [
      "body",
      "contact_email"
     ]
    },
    {
     "name": "event",
     "type": "string",
     "pattern": "^[a-z][a-z0-9_]{0,63}$",
     "contract": true,
     "description": "What happened: lower-case letters, digits and underscores, such as order_placed.",
     "required": true,
     "at": [
      "body",
      "event"
     ]
    },
    {
     "name": "data",
     "type": "json",
     "contract": true,
     "description": "Anything worth keeping, at most 32 KiB as JSON. Or the whole body as JSON: @file, or - for stdin.",
     "at": [
      "body",
      "data"
     ],
     "placeholder": "json|@file|-"
    },
    {
     "name": "amount",
     "type": "number",
     "contract": true,
     "description": "What it was worth, in the caller's own currency.",
     "at": [
      "body",
      "amount"
     ]
    },
    {
     "name": "idempotency-key",
     "type": "string",
     "description": "The same key with the same request has one effect. One is made up for this call when it is left out.",
     "placeholder": "key",
     "minLength": 1,
     "maxLength": 128,
     "contract": true
    }
   ],
   "endpoint": {
    "method": "POST",
    "path": "/v1/my/events",
    "body": "required",
    "bodyFields": [
     "contact_id",
     "contact_email",
     "event",
     "data",
     "amount",
     "idempotency_key"
    ],
    "idempotency": "optional",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "id",
     "account_id",
     "contact_id",
     "event",
     "data",
     "amount",
     "idempotency_key",
     "created_at",
     "updated_at"
    ]
   },
   "examples": [
    "mas events track --contact-email ada@example.test --event order_placed --data '{\"order\":\"1001\"}' --amount 49.9 --idempotency-key order-1001"
   ]
  },
  {
   "name": "events.list",
   "words": [
    "events",
    "list"
   ],
   "summary": "List what contacts did",
   "section": "Contacts, lists and other groups",
   "positionals": [],
   "flags": [
    {
     "name": "event",
     "type": "string",
     "minLength": 1,
     "contract": true,
     "at": [
      "query",
      "event"
     ]
    },
    {
     "name": "contact-id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "at": [
      "query",
      "contact_id"
     ]
    },
    {
     "name": "created-after",
     "type": "string",
     "format": "date-time",
     "contract": true,
     "description": "Only events after this moment.",
     "at": [
      "query",
      "created_after"
     ]
    },
    {
     "name": "created-before",
     "type": "string",
     "format": "date-time",
     "contract": true,
     "description": "Only events before this moment.",
     "at": [
      "query",
      "created_before"
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
    "path": "/v1/my/events",
    "paginated": 30,
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "id",
     "account_id",
     "contact_id",
     "event",
     "data",
     "amount",
     "idempotency_key",
     "created_at",
     "updated_at"
    ],
    "columns": [
     "id",
     "contact_id",
     "event",
     "amount",
     "created_at"
    ]
   },
   "examples": [
    "mas events list --event order_placed"
   ]
  }
 ]
}
