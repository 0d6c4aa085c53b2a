// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "invites",
 "about": "Invitations to join the account's team.",
 "commands": [
  {
   "name": "invites.list",
   "words": [
    "invites",
    "list"
   ],
   "summary": "List the account's invitations",
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
    "path": "/v1/my/account/invites",
    "paginated": 100,
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token"
    ],
    "fields": [
     "id",
     "account_id",
     "email",
     "role",
     "token",
     "status",
     "accepted_at",
     "revoked_at",
     "expires_at",
     "created_at",
     "updated_at"
    ],
    "columns": [
     "id",
     "email",
     "role",
     "status",
     "expires_at"
    ]
   },
   "examples": [
    "mas invites list"
   ]
  },
  {
   "name": "invites.create",
   "words": [
    "invites",
    "create"
   ],
   "summary": "Invite someone by e-mail",
   "section": "Account, team, grants",
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
     "name": "role",
     "type": "string",
     "choices": [
      "member",
      "admin"
     ],
     "contract": true,
     "description": "member when left out.",
     "default": "member",
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
    "method": "POST",
    "path": "/v1/my/account/invites",
    "body": "required",
    "bodyFields": [
     "email",
     "role"
    ],
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token"
    ],
    "fields": [
     "id",
     "account_id",
     "email",
     "role",
     "token",
     "status",
     "accepted_at",
     "revoked_at",
     "expires_at",
     "created_at",
     "updated_at"
    ]
   },
   "examples": [
    "mas invites create --email new.colleague@acme.test --role member"
   ]
  },
  {
   "name": "invites.revoke",
   "words": [
    "invites",
    "revoke"
   ],
   "summary": "Revoke a pending invitation",
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
    "path": "/v1/my/account/invites/{id}",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token"
    ],
    "fields": [
     "id",
     "account_id",
     "email",
     "role",
     "token",
     "status",
     "accepted_at",
     "revoked_at",
     "expires_at",
     "created_at",
     "updated_at"
    ]
   },
   "confirm": "destructive",
   "examples": [
    "mas invites revoke 1 --yes"
   ]
  },
  {
   "name": "invites.accept",
   "words": [
    "invites",
    "accept"
   ],
   "summary": "Accept an invitation with its token",
   "section": "Account, team, grants",
   "positionals": [
    {
     "name": "id",
     "type": "string",
     "minLength": 1,
     "contract": true,
     "required": true,
     "description": "The invitation's token; not its number.",
     "secret": true
    }
   ],
   "flags": [],
   "endpoint": {
    "method": "POST",
    "path": "/v1/my/account/invites/{id}/accept",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token"
    ],
    "fields": [
     "id",
     "account_id",
     "email",
     "role",
     "token",
     "status",
     "accepted_at",
     "revoked_at",
     "expires_at",
     "created_at",
     "updated_at"
    ]
   },
   "examples": [
    "printf 'mock-invite-token\\n' | mas invites accept -"
   ]
  }
 ]
}
