// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "logout",
 "about": "Forget the profile's credential, and end its session.",
 "commands": [
  {
   "name": "logout",
   "summary": "Forget the profile's credential, and end its session",
   "description": [
    "A session ends at the service too. An API key lives on there: it is only forgotten here."
   ],
   "positionals": [],
   "flags": [],
   "examples": [
    "mas logout --profile local"
   ],
   "words": [
    "logout"
   ]
  }
 ]
}
