// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "affiliate",
 "about": "The affiliate centre: for signed-in people, not for API keys.",
 "commands": [
  {
   "name": "affiliate.get",
   "words": [
    "affiliate",
    "get"
   ],
   "summary": "Show the affiliate centre; the first call starts linking in the background",
   "section": "Affiliate centre",
   "positionals": [],
   "flags": [],
   "endpoint": {
    "method": "GET",
    "path": "/v1/my/affiliate",
    "credentials": [
     "jwt",
     "session_cookie"
    ],
    "fields": [
     "enrolled",
     "available",
     "state",
     "setup_status",
     "share_url",
     "stats.visitors",
     "stats.leads",
     "stats.conversions",
     "earnings.known",
     "earnings.total_cents",
     "earnings.currency"
    ]
   },
   "examples": [
    "mas affiliate get"
   ]
  },
  {
   "name": "affiliate.link",
   "words": [
    "affiliate",
    "link"
   ],
   "summary": "Link the account's affiliate now",
   "section": "Affiliate centre",
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
     "name": "data",
     "type": "string",
     "description": "The whole body as JSON: @file, or - for stdin. Flags win over what it says.",
     "placeholder": "@file|-"
    }
   ],
   "endpoint": {
    "method": "POST",
    "path": "/v1/my/affiliate",
    "body": "optional",
    "bodyFields": [
     "first_name",
     "last_name"
    ],
    "credentials": [
     "jwt",
     "session_cookie"
    ],
    "fields": [
     "enrolled",
     "available",
     "state",
     "setup_status",
     "share_url",
     "stats.visitors",
     "stats.leads",
     "stats.conversions",
     "earnings.known",
     "earnings.total_cents",
     "earnings.currency"
    ]
   },
   "examples": [
    "mas affiliate link --first-name Olive --last-name Owner"
   ]
  }
 ]
}
