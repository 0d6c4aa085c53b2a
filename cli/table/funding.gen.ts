// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "funding",
 "about": "Prepaid funding.",
 "commands": [
  {
   "name": "funding.get",
   "words": [
    "funding",
    "get"
   ],
   "summary": "Show the prepaid funding and what can be bought",
   "section": "Billing",
   "positionals": [],
   "flags": [],
   "endpoint": {
    "method": "GET",
    "path": "/v1/my/billing/funding",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token"
    ],
    "fields": [
     "currency",
     "available_cents",
     "reserved_cents",
     "purchase",
     "pending_purchase"
    ]
   },
   "examples": [
    "mas funding get"
   ]
  }
 ]
}
