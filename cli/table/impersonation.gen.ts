// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "impersonation",
 "about": "Acting in another user's name.",
 "commands": [
  {
   "name": "impersonation.get",
   "words": [
    "impersonation",
    "get"
   ],
   "summary": "Show whether the user is being impersonated",
   "section": "User and impersonation",
   "positionals": [],
   "flags": [],
   "endpoint": {
    "method": "GET",
    "path": "/v1/my/impersonation",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "impersonating",
     "impersonator"
    ]
   },
   "examples": [
    "mas impersonation get"
   ]
  },
  {
   "name": "impersonation.exit",
   "words": [
    "impersonation",
    "exit"
   ],
   "summary": "End the impersonation",
   "section": "User and impersonation",
   "positionals": [],
   "flags": [],
   "endpoint": {
    "method": "DELETE",
    "path": "/v1/my/impersonation",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "redirect_url"
    ]
   },
   "examples": [
    "mas impersonation exit"
   ]
  }
 ]
}
