import { boolean, choice, duration, integer, text } from "./command/flags.ts"
import { formats } from "./command/global-flags.ts"
import type { CommandSpec, Flag } from "./command/spec.ts"

/** The flags of every command, as help and completion show them. */
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
    "Output format; a table on a terminal, JSON elsewhere, when left out. `csv` is unchanged data, `csv-excel` is safe to open in a spreadsheet.",
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
  boolean("yes", "Confirm commands that cost money, cannot be undone, or change rights.", { short: "y" }),
  boolean("color", "Colours; `--no-color` or NO_COLOR turns them off."),
  boolean("utc", "Times as stored, in UTC, instead of local and relative ones."),
  boolean("pager", "Page output longer than the screen; `--no-pager` or an empty MAS_PAGER turns it off."),
  boolean("no-input", "Ask nothing, even on a terminal: a missing value is an error (MAS_NO_INPUT=1, or CI)."),
  boolean("agent", "For LLM agents: short help and errors, JSON, no colours, no questions (MAS_AGENT=1)."),
  duration("timeout", "Timeout of one attempt, such as `30s`, or milliseconds; 30s when left out.", {
    placeholder: "duration",
  }),
  integer("max-retries", "Retries of a failed attempt, if safe; 2 when left out.", {
    minimum: 0,
  }),
  boolean("help", "Show help.", { short: "h" }),
]

export function flagsOf(command: CommandSpec): readonly Flag[] {
  const ownFlags = new Set(command.flags.map(({ name }) => name))
  return [...command.flags, ...globalFlags.filter(({ name }) => !ownFlags.has(name))]
}
