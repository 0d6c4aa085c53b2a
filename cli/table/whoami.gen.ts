// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "whoami",
 "about": "Show which service, account and credential commands use.",
 "commands": [
  {
   "name": "whoami",
   "summary": "Show which service, account and credential commands use",
   "positionals": [],
   "flags": [],
   "examples": [
    "mas whoami --profile mock"
   ],
   "words": [
    "whoami"
   ]
  }
 ]
}
