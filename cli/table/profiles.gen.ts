// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "profiles",
 "about": "Saved addresses and credentials.",
 "commands": [
  {
   "name": "profiles.list",
   "words": [
    "profiles",
    "list"
   ],
   "summary": "List the profiles",
   "positionals": [],
   "flags": [],
   "examples": [
    "mas profiles list"
   ]
  },
  {
   "name": "profiles.use",
   "words": [
    "profiles",
    "use"
   ],
   "summary": "Choose the profile that is used when none is named",
   "positionals": [
    {
     "name": "name",
     "type": "string",
     "required": true,
     "description": "The profile's name."
    }
   ],
   "flags": [],
   "examples": [
    "mas profiles use mock"
   ]
  },
  {
   "name": "profiles.remove",
   "words": [
    "profiles",
    "remove"
   ],
   "summary": "Remove a profile with its credential",
   "positionals": [
    {
     "name": "name",
     "type": "string",
     "required": true,
     "description": "The profile's name."
    }
   ],
   "flags": [],
   "confirm": "destructive",
   "examples": [
    "mas profiles remove local --yes"
   ]
  }
 ]
}
