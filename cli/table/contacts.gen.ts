// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "contacts",
 "about": "The people that the brand writes to.",
 "commands": [
  {
   "name": "contacts.list",
   "words": [
    "contacts",
    "list"
   ],
   "summary": "List the brand's contacts",
   "section": "Contacts, lists and other groups",
   "positionals": [],
   "flags": [
    {
     "name": "search",
     "type": "string",
     "contract": true,
     "description": "Part of the e-mail or of the name; a whole e-mail finds that contact alone.",
     "at": [
      "query",
      "search"
     ]
    },
    {
     "name": "list-id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "description": "Only contacts of this list.",
     "at": [
      "query",
      "list_id"
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
    "path": "/v1/my/contacts",
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
     "uuid",
     "email",
     "first_name",
     "last_name",
     "source",
     "data",
     "subscribed_email",
     "list_ids",
     "channels",
     "created_at",
     "updated_at"
    ],
    "columns": [
     "id",
     "email",
     "first_name",
     "last_name",
     "subscribed_email",
     "list_ids",
     "created_at"
    ]
   },
   "examples": [
    "mas contacts list --search ada"
   ]
  },
  {
   "name": "contacts.create",
   "words": [
    "contacts",
    "create"
   ],
   "summary": "Add a contact, or complete the one with this e-mail",
   "section": "Contacts, lists and other groups",
   "positionals": [],
   "flags": [
    {
     "name": "email",
     "type": "string",
     "format": "email",
     "contract": true,
     "description": "Capital letters do not matter.",
     "required": true,
     "at": [
      "body",
      "email"
     ]
    },
    {
     "name": "first-name",
     "type": "string",
     "contract": true,
     "at": [
      "body",
      "first_name"
     ]
    },
    {
     "name": "last-name",
     "type": "string",
     "contract": true,
     "at": [
      "body",
      "last_name"
     ]
    },
    {
     "name": "opt-in",
     "type": "boolean",
     "contract": true,
     "description": "Whether the contact agreed to get e-mail: sets subscribed_email.",
     "at": [
      "body",
      "opt_in"
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
    "path": "/v1/my/contacts",
    "body": "required",
    "bodyFields": [
     "email",
     "first_name",
     "last_name",
     "opt_in"
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
     "uuid",
     "email",
     "first_name",
     "last_name",
     "source",
     "data",
     "subscribed_email",
     "list_ids",
     "channels",
     "created_at",
     "updated_at"
    ]
   },
   "examples": [
    "mas contacts create --email margaret@example.test --first-name Margaret --last-name Hamilton --opt-in"
   ]
  }
 ]
}
