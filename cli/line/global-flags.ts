import { boolean, choice, duration, integer, text } from "../command/flags.ts"
import { formats } from "../command/global-flags.ts"
import type { CommandSpec, Flag } from "../command/spec.ts"

/** The flags that every command has, as help and completion show them. */
export const globalFlags: readonly Flag[] = [
  text("profile", "Saved profile to use; `mock` and four more are built in, for the mock server (MAS_PROFILE).", {
    minLength: 1,
    placeholder: "name",
  }),
  text("base-url", "Address of the service (MAS_BASE_URL).", { format: "uri", placeholder: "url" }),
  text("api-key", "Credential; `-` reads it from stdin (MAS_API_KEY).", { secret: true, placeholder: "key|-" }),
  text("brand", "Brand to act in (MAS_BRAND_SID).", { minLength: 1, placeholder: "sid" }),
  text("account", "Account to act in, with a session (MAS_ACCOUNT_ID).", { minLength: 1, placeholder: "id" }),
  choice(
    "output",
    formats,
    "Format of what is printed: a table on a terminal, JSON elsewhere, when left out. `csv` is data as it is, `csv-excel` runs nothing in a spreadsheet.",
    { short: "o" },
  ),
  text("columns", "Fields to print, dotted where nested.", {
    array: true,
    minItems: 1,
    minLength: 1,
    placeholder: "a,b.c",
  }),
  boolean("quiet", "Print ids only.", { short: "q" }),
  boolean("dry-run", "Print the request and send nothing."),
  boolean("debug", "Show the HTTP exchange on stderr, without secrets."),
  boolean("yes", "Go ahead with what costs money or cannot be taken back.", { short: "y" }),
  boolean("color", "Colours; `--no-color` or NO_COLOR turns them off."),
  boolean("utc", "Times as they are kept, in UTC, instead of local and relative ones."),
  boolean("pager", "Page what is longer than the screen; `--no-pager` or an empty MAS_PAGER turns it off."),
  boolean("no-input", "Ask nothing, also on a terminal: what is missing is an error (MAS_NO_INPUT=1, or CI)."),
  boolean(
    "agent",
    "For programs that pay by the word: short help and errors, JSON, no colours, no questions (MAS_AGENT=1).",
  ),
  duration("timeout", "Time for one attempt: milliseconds, or such as `30s`. 30s when left out.", {
    placeholder: "duration",
  }),
  integer("max-retries", "How often a failed attempt is repeated, where that is safe. 2 when left out.", {
    minimum: 0,
  }),
  boolean("help", "Show help.", { short: "h" }),
]

export function flagsOf(command: CommandSpec): readonly Flag[] {
  const own = new Set(command.flags.map(({ name }) => name))
  return [...command.flags, ...globalFlags.filter(({ name }) => !own.has(name))]
}
