// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "management-grant",
 "about": "The management grant over the selected account; for that account's owner only.",
 "commands": [
  {
   "name": "managementGrant.get",
   "words": [
    "management-grant",
    "get"
   ],
   "summary": "Show the account's management grant",
   "section": "Account, team, grants",
   "positionals": [],
   "flags": [],
   "endpoint": {
    "method": "GET",
    "path": "/v1/my/account/management_grant",
    "credentials": [
     "jwt",
     "session_cookie"
    ],
    "fields": [
     "id",
     "status",
     "permission_set",
     "manager_account.id",
     "manager_account.name",
     "requested_at",
     "activated_at",
     "revoked_at",
     "released_at"
    ]
   },
   "examples": [
    "mas management-grant get"
   ]
  },
  {
   "name": "managementGrant.confirm",
   "words": [
    "management-grant",
    "confirm"
   ],
   "summary": "Confirm the pending management grant once consent and payment are recorded",
   "section": "Account, team, grants",
   "positionals": [],
   "flags": [
    {
     "name": "management-grant-id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "description": "The id of the grant last read; guards against one that has replaced it meanwhile.",
     "required": true,
     "at": [
      "body",
      "management_grant_id"
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
    "path": "/v1/my/account/management_grant/confirm",
    "body": "required",
    "bodyFields": [
     "management_grant_id"
    ],
    "credentials": [
     "jwt",
     "session_cookie"
    ],
    "fields": [
     "id",
     "status",
     "permission_set",
     "manager_account.id",
     "manager_account.name",
     "requested_at",
     "activated_at",
     "revoked_at",
     "released_at"
    ]
   },
   "examples": [
    "mas management-grant confirm --management-grant-id 1"
   ]
  },
  {
   "name": "managementGrant.revoke",
   "words": [
    "management-grant",
    "revoke"
   ],
   "summary": "Revoke the management grant, at once",
   "section": "Account, team, grants",
   "positionals": [],
   "flags": [
    {
     "name": "management-grant-id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "description": "The id of the grant last read; guards against one that has replaced it meanwhile.",
     "required": true,
     "at": [
      "body",
      "management_grant_id"
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
    "path": "/v1/my/account/management_grant/revoke",
    "body": "required",
    "bodyFields": [
     "management_grant_id"
    ],
    "credentials": [
     "jwt",
     "session_cookie"
    ],
    "fields": [
     "id",
     "status",
     "permission_set",
     "manager_account.id",
     "manager_account.name",
     "requested_at",
     "activated_at",
     "revoked_at",
     "released_at"
    ]
   },
   "confirm": "destructive",
   "examples": [
    "mas management-grant revoke --management-grant-id 1 --yes"
   ]
  }
 ]
}
