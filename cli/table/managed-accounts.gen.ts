// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "managed-accounts",
 "about": "Client-owned accounts that a manager account provisions.",
 "commands": [
  {
   "name": "managedAccounts.list",
   "words": [
    "managed-accounts",
    "list"
   ],
   "summary": "List the managed accounts",
   "section": "Managed clients",
   "positionals": [],
   "flags": [
    {
     "name": "q",
     "type": "string",
     "contract": true,
     "description": "Text to look for in the account's name and the owner's address.",
     "at": [
      "query",
      "q"
     ]
    },
    {
     "name": "status",
     "type": "string",
     "choices": [
      "preparing",
      "awaiting_owner",
      "payment_required",
      "active",
      "payment_issue",
      "ended",
      "needs_setup"
     ],
     "contract": true,
     "description": "One stage; needs_setup stands for every stage in which something is still to do.",
     "at": [
      "query",
      "status"
     ]
    },
    {
     "name": "sort",
     "type": "string",
     "choices": [
      "created_at",
      "name",
      "owner_email",
      "status"
     ],
     "contract": true,
     "default": "created_at",
     "at": [
      "query",
      "sort"
     ]
    },
    {
     "name": "direction",
     "type": "string",
     "choices": [
      "asc",
      "desc"
     ],
     "contract": true,
     "default": "desc",
     "at": [
      "query",
      "direction"
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
     "description": "Rows at most; 25 when left out."
    },
    {
     "name": "all",
     "type": "boolean",
     "description": "Every page, printed as it comes."
    }
   ],
   "endpoint": {
    "method": "GET",
    "path": "/v1/my/managed_accounts",
    "paginated": 25,
    "credentials": [
     "api_key",
     "jwt",
     "provisioning"
    ],
    "fields": [
     "id",
     "external_ref",
     "source",
     "status",
     "permission_set",
     "allowed_actions",
     "managed_account.id",
     "managed_account.name",
     "owner.email",
     "invitation.expired",
     "invitation.expires_at",
     "invitation.deadline_at",
     "invitation.notice_sent_at",
     "invitation.claimed_at",
     "invitation.reissues_remaining",
     "created_at",
     "updated_at"
    ],
    "columns": [
     "id",
     "managed_account.name",
     "owner.email",
     "status",
     "created_at"
    ]
   },
   "examples": [
    "mas managed-accounts list --status needs_setup --sort name --direction asc"
   ]
  },
  {
   "name": "managedAccounts.create",
   "words": [
    "managed-accounts",
    "create"
   ],
   "summary": "Provision an account for a client",
   "section": "Managed clients",
   "positionals": [],
   "flags": [
    {
     "name": "owner-email",
     "type": "string",
     "format": "email",
     "contract": true,
     "required": true,
     "at": [
      "body",
      "managed_account",
      "owner_email"
     ]
    },
    {
     "name": "owner-first-name",
     "type": "string",
     "contract": true,
     "at": [
      "body",
      "managed_account",
      "owner_first_name"
     ]
    },
    {
     "name": "owner-last-name",
     "type": "string",
     "contract": true,
     "at": [
      "body",
      "managed_account",
      "owner_last_name"
     ]
    },
    {
     "name": "account-name",
     "type": "string",
     "minLength": 1,
     "contract": true,
     "required": true,
     "at": [
      "body",
      "managed_account",
      "account_name"
     ]
    },
    {
     "name": "data",
     "type": "string",
     "description": "The whole body as JSON: @file, or - for stdin. Flags win over what it says.",
     "placeholder": "@file|-"
    },
    {
     "name": "idempotency-key",
     "type": "string",
     "required": true,
     "description": "A key of your own: the same key with the same request has one effect, however often it is sent.",
     "placeholder": "key",
     "minLength": 1,
     "maxLength": 128,
     "contract": true
    }
   ],
   "endpoint": {
    "method": "POST",
    "path": "/v1/my/managed_accounts",
    "body": "required",
    "bodyFields": [
     "managed_account"
    ],
    "idempotency": "required",
    "credentials": [
     "api_key",
     "jwt",
     "provisioning"
    ],
    "fields": [
     "id",
     "external_ref",
     "source",
     "status",
     "permission_set",
     "allowed_actions",
     "managed_account.id",
     "managed_account.name",
     "owner.email",
     "invitation.expired",
     "invitation.expires_at",
     "invitation.deadline_at",
     "invitation.notice_sent_at",
     "invitation.claimed_at",
     "invitation.reissues_remaining",
     "created_at",
     "updated_at"
    ]
   },
   "examples": [
    "mas managed-accounts create --owner-email owner@newclient.test --owner-first-name Nia --account-name 'New Client' --idempotency-key client-1042"
   ]
  }
 ]
}
