// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "login",
 "about": "Check a credential and keep it in a profile.",
 "commands": [
  {
   "name": "login",
   "summary": "Check a credential and keep it in a profile",
   "description": [
    "An API key is asked for without showing it, or read from stdin with `--api-key -`. With --email it is a password, and the session that it opens is kept instead. The profile named by --profile is made, and is the one in use from then on."
   ],
   "positionals": [],
   "flags": [
    {
     "name": "email",
     "type": "string",
     "format": "email",
     "description": "Sign in as a person, with a password."
    },
    {
     "name": "password",
     "type": "string",
     "secret": true,
     "placeholder": "-",
     "description": "`-` reads it from stdin; asked for when left out."
    },
    {
     "name": "check",
     "type": "boolean",
     "description": "Try the key before it is kept; --no-check leaves that out."
    }
   ],
   "examples": [
    "printf '%s' maskey_live_mock | mas login --profile local --base-url http://127.0.0.1:4010 --api-key -",
    "printf '%s' mock-password | mas login --profile ada --base-url http://127.0.0.1:4010 --email owner@acme.test --password -"
   ],
   "words": [
    "login"
   ]
  }
 ]
}
