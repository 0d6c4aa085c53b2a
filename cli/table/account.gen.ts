// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "account",
 "about": "The account that the credential and `X-Account-ID` select.",
 "commands": [
  {
   "name": "account.get",
   "words": [
    "account",
    "get"
   ],
   "summary": "Show the account with its plan, use and team",
   "description": [
    "On a terminal it draws a card; --output gives the data instead."
   ],
   "section": "Account, team, grants",
   "positionals": [],
   "flags": [],
   "endpoint": {
    "method": "GET",
    "path": "/v1/my/account",
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
    ]
   },
   "examples": [
    "mas account get"
   ]
  },
  {
   "name": "account.update",
   "words": [
    "account",
    "update"
   ],
   "summary": "Change the account's name or pictures",
   "section": "Account, team, grants",
   "positionals": [],
   "flags": [
    {
     "name": "name",
     "type": "string",
     "minLength": 1,
     "contract": true,
     "at": [
      "body",
      "name"
     ]
    },
    {
     "name": "avatar",
     "type": "string",
     "minLength": 1,
     "contract": true,
     "description": "Signed blob ID of an uploaded picture.",
     "at": [
      "body",
      "avatar"
     ]
    },
    {
     "name": "banner",
     "type": "string",
     "minLength": 1,
     "contract": true,
     "description": "Signed blob ID of an uploaded picture.",
     "at": [
      "body",
      "banner"
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
    "path": "/v1/my/account",
    "body": "required",
    "bodyFields": [
     "name",
     "avatar",
     "banner"
    ],
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
    ]
   },
   "examples": [
    "mas account update --name Acme"
   ]
  },
  {
   "name": "account.team",
   "words": [
    "account",
    "team"
   ],
   "summary": "Show the account's team, invitations and accessible accounts",
   "section": "Account, team, grants",
   "positionals": [],
   "flags": [],
   "endpoint": {
    "method": "GET",
    "path": "/v1/my/account/team",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token"
    ],
    "fields": [
     "account",
     "memberships",
     "invites",
     "accessible_accounts"
    ]
   },
   "examples": [
    "mas account team"
   ]
  },
  {
   "name": "account.reach",
   "words": [
    "account",
    "reach"
   ],
   "summary": "Measure the current plan against the size of an audience",
   "section": "Account, team, grants",
   "positionals": [],
   "flags": [
    {
     "name": "audience",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "description": "Recipients of one full send, at least 1.",
     "required": true,
     "at": [
      "query",
      "audience"
     ]
    }
   ],
   "endpoint": {
    "method": "GET",
    "path": "/v1/my/account/reach",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "audience",
     "cohort",
     "current.plan_id",
     "current.slug",
     "current.name",
     "current.tier_group",
     "current.daily_cap",
     "current.capacity",
     "current.days_to_reach",
     "current.covers",
     "recommended.plan_id",
     "recommended.slug",
     "recommended.name",
     "recommended.tier_group",
     "recommended.daily_cap",
     "recommended.capacity",
     "recommended.days_to_reach",
     "recommended.covers",
     "covered",
     "summary"
    ]
   },
   "examples": [
    "mas account reach --audience 5000"
   ]
  }
 ]
}
