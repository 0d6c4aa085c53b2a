// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "oauth",
 "about": "The popup in which a person signs in and picks a plan.",
 "commands": [
  {
   "name": "oauth.me",
   "words": [
    "oauth",
    "me"
   ],
   "summary": "Show the accounts and plans that the OAuth popup offers",
   "section": "Sign-up, sign-in, OAuth popup",
   "positionals": [],
   "flags": [],
   "endpoint": {
    "method": "GET",
    "path": "/v1/oauth/me",
    "credentials": [
     "jwt",
     "session_cookie"
    ],
    "fields": [
     "accounts",
     "plans",
     "payment_publishable_key"
    ]
   },
   "examples": [
    "mas oauth me"
   ]
  },
  {
   "name": "oauth.subscribe",
   "words": [
    "oauth",
    "subscribe"
   ],
   "summary": "Take a plan in the OAuth popup",
   "section": "Sign-up, sign-in, OAuth popup",
   "positionals": [],
   "flags": [
    {
     "name": "plan-id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "required": true,
     "at": [
      "body",
      "plan_id"
     ]
    },
    {
     "name": "account-id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "nullable": true,
     "description": "The account that takes it; the person's own when left out or null.",
     "at": [
      "body",
      "account_id"
     ]
    },
    {
     "name": "payment-token",
     "type": "string",
     "contract": true,
     "secret": true,
     "description": "Token of a means of payment, from the payment provider; plans that cost nothing need none.",
     "at": [
      "body",
      "payment_token"
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
    "path": "/v1/oauth/subscribe",
    "body": "required",
    "bodyFields": [
     "plan_id",
     "account_id",
     "payment_token"
    ],
    "credentials": [
     "jwt",
     "session_cookie"
    ],
    "fields": [
     "next_step"
    ]
   },
   "confirm": "paid",
   "examples": [
    "printf 'tok_test\\n' | mas oauth subscribe --plan-id 2 --account-id 1 --payment-token - --yes"
   ]
  },
  {
   "name": "oauth.launch",
   "words": [
    "oauth",
    "launch"
   ],
   "summary": "Start a sign-in with an identity provider",
   "section": "Sign-up, sign-in, OAuth popup",
   "positionals": [],
   "flags": [
    {
     "name": "provider",
     "type": "string",
     "choices": [
      "google_oauth2",
      "github"
     ],
     "contract": true,
     "description": "The identity providers to sign in with.",
     "required": true,
     "at": [
      "body",
      "provider"
     ]
    },
    {
     "name": "auth-intent",
     "type": "string",
     "choices": [
      "app",
      "agent"
     ],
     "contract": true,
     "description": "agent comes from an agent's connect flow and needs --resume-url.",
     "default": "app",
     "at": [
      "body",
      "auth_intent"
     ]
    },
    {
     "name": "auth-step",
     "type": "string",
     "choices": [
      "login",
      "signup"
     ],
     "contract": true,
     "default": "login",
     "at": [
      "body",
      "auth_step"
     ]
    },
    {
     "name": "resume-url",
     "type": "string",
     "format": "uri",
     "contract": true,
     "nullable": true,
     "description": "Where to go on afterwards: the frontend's connect route. Required when --auth-intent is agent.",
     "at": [
      "body",
      "resume_url"
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
    "path": "/v1/oauth/launch",
    "body": "required",
    "bodyFields": [
     "provider",
     "auth_intent",
     "auth_step",
     "resume_url"
    ],
    "auth": false,
    "credentials": [],
    "fields": [
     "launch_url"
    ]
   },
   "examples": [
    "mas oauth launch --provider github --auth-intent app --auth-step login"
   ]
  }
 ]
}
