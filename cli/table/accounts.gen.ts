// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "accounts",
 "about": "The accounts that the caller reaches.",
 "commands": [
  {
   "name": "accounts.list",
   "words": [
    "accounts",
    "list"
   ],
   "summary": "List the accounts that the caller reaches",
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
    "path": "/v1/my/accounts",
    "paginated": 100,
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "id",
     "name",
     "avatar",
     "banner",
     "commercial_tier",
     "safe_mode_enabled",
     "access.source",
     "access.delegated",
     "access.manager_account_id",
     "access.manager_account_name",
     "access.management_grant_id",
     "access.permission_set",
     "access.credential_type",
     "billing",
     "team.seat_limit",
     "team.seat_count",
     "team.member_count",
     "team.invite_count",
     "team.current_role",
     "team.can_manage_team",
     "created_at",
     "updated_at"
    ],
    "columns": [
     "id",
     "name",
     "commercial_tier",
     "access.source",
     "created_at"
    ]
   },
   "examples": [
    "mas accounts list"
   ]
  }
 ]
}
