// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "auth",
 "about": "Sign-up, sign-in and sign-out.",
 "commands": [
  {
   "name": "auth.signup",
   "words": [
    "auth",
    "signup"
   ],
   "summary": "Sign up a new user",
   "section": "Sign-up, sign-in, OAuth popup",
   "positionals": [],
   "flags": [
    {
     "name": "first-name",
     "type": "string",
     "contract": true,
     "at": [
      "body",
      "user",
      "first_name"
     ]
    },
    {
     "name": "last-name",
     "type": "string",
     "contract": true,
     "at": [
      "body",
      "user",
      "last_name"
     ]
    },
    {
     "name": "email",
     "type": "string",
     "format": "email",
     "contract": true,
     "required": true,
     "at": [
      "body",
      "user",
      "email"
     ]
    },
    {
     "name": "mobile",
     "type": "string",
     "contract": true,
     "at": [
      "body",
      "user",
      "mobile"
     ]
    },
    {
     "name": "invite-token",
     "type": "string",
     "contract": true,
     "secret": true,
     "description": "Token of an invitation; the new user joins that account's team.",
     "at": [
      "body",
      "user",
      "invite_token"
     ]
    },
    {
     "name": "password",
     "type": "string",
     "minLength": 1,
     "contract": true,
     "secret": true,
     "required": true,
     "at": [
      "body",
      "user",
      "password"
     ]
    },
    {
     "name": "password-confirmation",
     "type": "string",
     "contract": true,
     "secret": true,
     "description": "The password once more; must be equal where it is given.",
     "at": [
      "body",
      "user",
      "password_confirmation"
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
    "path": "/v1/signup",
    "body": "required",
    "bodyFields": [
     "user"
    ],
    "auth": false,
    "credentials": [],
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
    "printf 'mock-password\\nmock-password\\n' | mas auth signup --first-name Katherine --last-name Johnson --email katherine@acme.test --password - --password-confirmation -"
   ]
  },
  {
   "name": "auth.login",
   "words": [
    "auth",
    "login"
   ],
   "summary": "Sign in with e-mail address and password",
   "section": "Sign-up, sign-in, OAuth popup",
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
      "user",
      "email"
     ]
    },
    {
     "name": "password",
     "type": "string",
     "minLength": 1,
     "contract": true,
     "secret": true,
     "required": true,
     "at": [
      "body",
      "user",
      "password"
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
    "path": "/v1/login",
    "body": "required",
    "bodyFields": [
     "user"
    ],
    "auth": false,
    "credentials": [],
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
    "printf 'mock-password\\n' | mas auth login --email owner@acme.test --password -"
   ]
  },
  {
   "name": "auth.logout",
   "words": [
    "auth",
    "logout"
   ],
   "summary": "Sign out and revoke the JWT",
   "section": "Sign-up, sign-in, OAuth popup",
   "positionals": [],
   "flags": [],
   "endpoint": {
    "method": "DELETE",
    "path": "/v1/logout",
    "credentials": [
     "jwt"
    ],
    "fields": []
   },
   "examples": [
    "mas auth logout"
   ]
  }
 ]
}
