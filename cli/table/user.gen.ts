// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "user",
 "about": "The signed-in person.",
 "commands": [
  {
   "name": "user.get",
   "words": [
    "user",
    "get"
   ],
   "summary": "Show the signed-in user",
   "section": "User and impersonation",
   "positionals": [],
   "flags": [],
   "endpoint": {
    "method": "GET",
    "path": "/v1/my/user",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "id",
     "first_name",
     "last_name",
     "email",
     "mobile",
     "country_code",
     "time_zone",
     "admin",
     "ui_login_count",
     "created_at",
     "updated_at"
    ]
   },
   "examples": [
    "mas user get"
   ]
  },
  {
   "name": "user.update",
   "words": [
    "user",
    "update"
   ],
   "summary": "Change the signed-in user",
   "section": "User and impersonation",
   "positionals": [],
   "flags": [
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
     "name": "email",
     "type": "string",
     "format": "email",
     "minItems": 1,
     "array": "one-or-many",
     "contract": true,
     "description": "One address, or several of which the first becomes the address of sign-in.",
     "at": [
      "body",
      "email"
     ]
    },
    {
     "name": "mobile",
     "type": "string",
     "contract": true,
     "at": [
      "body",
      "mobile"
     ]
    },
    {
     "name": "time-zone",
     "type": "string",
     "contract": true,
     "description": "IANA name; null goes back to the default, `UTC`.",
     "at": [
      "body",
      "time_zone"
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
    "method": "PATCH",
    "path": "/v1/my/user",
    "body": "required",
    "bodyFields": [
     "first_name",
     "last_name",
     "email",
     "mobile",
     "time_zone"
    ],
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "id",
     "first_name",
     "last_name",
     "email",
     "mobile",
     "country_code",
     "time_zone",
     "admin",
     "ui_login_count",
     "created_at",
     "updated_at"
    ]
   },
   "examples": [
    "mas user update --first-name Ada --time-zone Europe/London"
   ]
  }
 ]
}
