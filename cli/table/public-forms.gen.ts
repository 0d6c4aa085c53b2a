// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "public-forms",
 "about": "Website forms, with the brand's public key.",
 "commands": [
  {
   "name": "publicForms.submit",
   "words": [
    "public-forms",
    "submit"
   ],
   "summary": "Submit a website form",
   "section": "Authentication",
   "positionals": [],
   "flags": [
    {
     "name": "email",
     "type": "string",
     "format": "email",
     "contract": true,
     "required": true,
     "at": [
      "body",
      "email"
     ]
    },
    {
     "name": "list-id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "description": "The list that the visitor joins.",
     "required": true,
     "at": [
      "body",
      "list_id"
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
     "name": "data",
     "type": "string",
     "description": "The whole body as JSON: @file, or - for stdin. Flags win over what it says.",
     "placeholder": "@file|-"
    }
   ],
   "endpoint": {
    "method": "POST",
    "path": "/v1/public/contacts",
    "body": "required",
    "bodyFields": [
     "email",
     "list_id",
     "first_name",
     "last_name"
    ],
    "credentials": [
     "public_key"
    ],
    "fields": [
     "ok"
    ]
   },
   "examples": [
    "mas public-forms submit --email visitor@example.test --list-id 1 --first-name Vera"
   ]
  }
 ]
}
