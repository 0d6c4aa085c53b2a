// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "doctor",
 "about": "Check configuration, reachability, clock, credential and versions.",
 "commands": [
  {
   "name": "doctor",
   "summary": "Check configuration, reachability, clock, credential and versions",
   "description": [
    "Each thing that is wrong comes with a way out. The exit code is that of the first one."
   ],
   "positionals": [],
   "flags": [],
   "examples": [
    "mas doctor --profile mock"
   ],
   "words": [
    "doctor"
   ]
  }
 ]
}
