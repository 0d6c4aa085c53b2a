import { formats } from "../command/global-flags.ts"
import type { CommandSpec, Flag } from "../command/spec.ts"

/** The flags that every command has, as help and completion show them. */
export const globalFlags: readonly Flag[] = [
  {
    name: "profile",
    type: "string",
    minLength: 1,
    placeholder: "name",
    description: "Saved profile to use; `mock` and four more are built in, for the mock server (MAS_PROFILE).",
  },
  {
    name: "base-url",
    type: "string",
    format: "uri",
    placeholder: "url",
    description: "Address of the service (MAS_BASE_URL).",
  },
  {
    name: "api-key",
    type: "string",
    secret: true,
    placeholder: "key|-",
    description: "Credential; `-` reads it from stdin (MAS_API_KEY).",
  },
  { name: "brand", type: "string", minLength: 1, placeholder: "sid", description: "Brand to act in (MAS_BRAND_SID)." },
  {
    name: "account",
    type: "string",
    minLength: 1,
    placeholder: "id",
    description: "Account to act in, with a session (MAS_ACCOUNT_ID).",
  },
  {
    name: "output",
    short: "o",
    type: "string",
    choices: formats,
    description:
      "Format of what is printed: a table on a terminal, JSON elsewhere, when left out. `csv` is data as it is, `csv-excel` runs nothing in a spreadsheet.",
  },
  {
    name: "columns",
    type: "string",
    array: true,
    minItems: 1,
    minLength: 1,
    placeholder: "a,b.c",
    description: "Fields to print, dotted where nested.",
  },
  { name: "quiet", short: "q", type: "boolean", description: "Print ids only." },
  { name: "dry-run", type: "boolean", description: "Print the request and send nothing." },
  { name: "debug", type: "boolean", description: "Show the HTTP exchange on stderr, without secrets." },
  { name: "yes", short: "y", type: "boolean", description: "Go ahead with what costs money or cannot be taken back." },
  { name: "color", type: "boolean", description: "Colours; `--no-color` or NO_COLOR turns them off." },
  { name: "utc", type: "boolean", description: "Times as they are kept, in UTC, instead of local and relative ones." },
  {
    name: "pager",
    type: "boolean",
    description: "Page what is longer than the screen; `--no-pager` or an empty MAS_PAGER turns it off.",
  },
  {
    name: "no-input",
    type: "boolean",
    description: "Ask nothing, also on a terminal: what is missing is an error (MAS_NO_INPUT=1, or CI).",
  },
  {
    name: "agent",
    type: "boolean",
    description:
      "For programs that pay by the word: short help and errors, JSON, no colours, no questions (MAS_AGENT=1).",
  },
  {
    name: "timeout",
    type: "string",
    format: "duration",
    placeholder: "duration",
    description: "Time for one attempt: milliseconds, or such as `30s`. 30s when left out.",
  },
  {
    name: "max-retries",
    type: "integer",
    minimum: 0,
    description: "How often a failed attempt is repeated, where that is safe. 2 when left out.",
  },
  { name: "help", short: "h", type: "boolean", description: "Show help." },
]

/** The flags of a command: its own and the global ones. */
export function flagsOf(command: CommandSpec): readonly Flag[] {
  const own = new Set(command.flags.map(({ name }) => name))
  return [...command.flags, ...globalFlags.filter(({ name }) => !own.has(name))]
}
