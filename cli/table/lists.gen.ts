// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "lists",
 "about": "Named sets of contacts.",
 "commands": [
  {
   "name": "lists.list",
   "words": [
    "lists",
    "list"
   ],
   "summary": "List the brand's lists",
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
    "path": "/v1/my/lists",
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
     "contacts_count",
     "created_at",
     "updated_at"
    ],
    "columns": [
     "id",
     "name",
     "contacts_count",
     "created_at"
    ]
   },
   "examples": [
    "mas lists list"
   ]
  },
  {
   "name": "lists.create",
   "words": [
    "lists",
    "create"
   ],
   "summary": "Add a list",
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
     "name": "data",
     "type": "string",
     "description": "The whole body as JSON: @file, or - for stdin. Flags win over what it says.",
     "placeholder": "@file|-"
    }
   ],
   "endpoint": {
    "method": "POST",
    "path": "/v1/my/lists",
    "body": "required",
    "bodyFields": [
     "name"
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
     "contacts_count",
     "created_at",
     "updated_at"
    ]
   },
   "examples": [
    "mas lists create --name 'Beta testers'"
   ]
  },
  {
   "name": "lists.updateContacts",
   "words": [
    "lists",
    "update-contacts"
   ],
   "summary": "Put contacts on a list or take them off it, by e-mail",
   "description": [
    "Contacts to put on a list or to take off it, by e-mail. Repeating it changes nothing; it creates no contacts."
   ],
   "section": "Contacts, lists and other groups",
   "positionals": [
    {
     "name": "id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "required": true
    }
   ],
   "flags": [
    {
     "name": "action",
     "type": "string",
     "choices": [
      "add",
      "remove"
     ],
     "contract": true,
     "required": true,
     "at": [
      "body",
      "action"
     ]
    },
    {
     "name": "emails",
     "type": "string",
     "minItems": 1,
     "maxItems": 10000,
     "array": true,
     "contract": true,
     "description": "At most 10,000; capital letters do not matter.",
     "required": true,
     "at": [
      "body",
      "emails"
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
    "path": "/v1/my/lists/{id}/contacts/bulk",
    "body": "required",
    "bodyFields": [
     "action",
     "emails"
    ],
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "action",
     "list_id",
     "added",
     "removed",
     "already_in_list",
     "not_in_list",
     "not_found",
     "invalid_emails"
    ]
   },
   "examples": [
    "mas lists update-contacts 1 --action add --emails ada@example.test,grace@example.test"
   ]
  }
 ]
}
