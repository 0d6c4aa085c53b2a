// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "memberships",
 "about": "The people of the account's team.",
 "commands": [
  {
   "name": "memberships.list",
   "words": [
    "memberships",
    "list"
   ],
   "summary": "List the members of the account's team",
   "section": "Account, team, grants",
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
     "description": "Rows at most; 100 when left out."
    },
    {
     "name": "all",
     "type": "boolean",
     "description": "Every page, printed as it comes."
    }
   ],
   "endpoint": {
    "method": "GET",
    "path": "/v1/my/account/memberships",
    "paginated": 100,
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token"
    ],
    "fields": [
     "id",
     "role",
     "user_id",
     "email",
     "name",
     "created_at",
     "updated_at"
    ],
    "columns": [
     "id",
     "email",
     "name",
     "role",
     "created_at"
    ]
   },
   "examples": [
    "mas memberships list"
   ]
  },
  {
   "name": "memberships.update",
   "words": [
    "memberships",
    "update"
   ],
   "summary": "Change a member's role",
   "section": "Account, team, grants",
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
     "name": "role",
     "type": "string",
     "choices": [
      "member",
      "admin"
     ],
     "contract": true,
     "description": "The roles that can be given to a member of a team.",
     "required": true,
     "at": [
      "body",
      "role"
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
    "path": "/v1/my/account/memberships/{id}",
    "body": "required",
    "bodyFields": [
     "role"
    ],
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token"
    ],
    "fields": [
     "id",
     "role",
     "user_id",
     "email",
     "name",
     "created_at",
     "updated_at"
    ]
   },
   "examples": [
    "mas memberships update 3 --role admin"
   ]
  },
  {
   "name": "memberships.remove",
   "words": [
    "memberships",
    "remove"
   ],
   "summary": "Remove a member from the team",
   "section": "Account, team, grants",
   "positionals": [
    {
     "name": "id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "required": true
    }
   ],
   "flags": [],
   "endpoint": {
    "method": "DELETE",
    "path": "/v1/my/account/memberships/{id}",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token"
    ],
    "fields": [
     "id",
     "role",
     "user_id",
     "email",
     "name",
     "created_at",
     "updated_at"
    ]
   },
   "confirm": "destructive",
   "examples": [
    "mas memberships remove 3 --yes"
   ]
  }
 ]
}
