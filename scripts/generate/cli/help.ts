import type { CommandGroup, CommandSpec, Flag, Positional, ValueRules } from "../../../cli/command.ts"
import { exitCodeMeanings } from "../../../cli/errors/exit-codes.ts"
import { globalFlags } from "../../../cli/line/global-flags.ts"

const width = 88
const nameWidth = 30

/** What `mas help` says, by topic. */
export function topHelp(groups: readonly CommandGroup[]): Record<string, string> {
  return {
    "": page(
      "mas: the Marketing Automation Service from a terminal or a script",
      "Usage: mas <command> [arguments] [flags]",
      section(
        "Commands",
        groups.filter(isCommand).map((group) => [group.name, group.commands[0]?.summary ?? ""]),
      ),
      section(
        "Groups",
        groups.filter((group) => !isCommand(group)).map(({ name, about }) => [name, about]),
      ),
      section("Flags of every command", globalFlags.map(flagRow)),
      section("More", [
        ["mas <group> --help", "the verbs of a group"],
        ["mas <group> <verb> --help", "flags, and an example that runs"],
        ["mas help exit-codes", "what exit codes say"],
        ["mas help environment", "the variables that are read"],
        ["mas mock start", "a service of your own to try it on; then `mas --profile mock ...`"],
      ]),
    ),
    "exit-codes": page(
      "Exit codes are the same for every command, and stable.",
      section("Codes", Object.entries(exitCodeMeanings)),
      "With JSON output an error is one JSON object on stderr:\n" +
        "  {error: {code, status, message, hint, validation_errors?, retryable?, idempotency_key?,\n" +
        "  next_command?, docs}}, with all that the service said: retry_at, recovery_action,\n" +
        "  capacity_recovery, request_id and so on.",
    ),
    flags: page("Flags of every command.", section("Flags", globalFlags.map(flagRow))),
    environment: page(
      "Variables win over what is saved in the profile; flags win over both. One that is empty is an error.",
      section("Variables", [
        ["MAS_PROFILE", "the profile to use"],
        ["MAS_BASE_URL", "address of the service"],
        ["MAS_API_KEY", "credential"],
        ["MAS_BRAND_SID", "brand to act in"],
        ["MAS_ACCOUNT_ID", "account to act in, with a session"],
        ["MAS_CONFIG_DIR", "folder of the saved profiles, instead of the platform's own"],
        ["NO_COLOR, FORCE_COLOR", "no colours; colours even where there is no terminal"],
      ]),
    ),
  }
}

/** What `mas <group> --help` and `mas <group> <verb> --help` say, by verb; the group's own under an empty name. */
export function groupHelp(group: CommandGroup): Record<string, string> {
  const [first] = group.commands
  if (first && isCommand(group)) return { "": commandHelp(first) }
  const shown = group.commands.filter(({ hidden }) => !hidden)
  return {
    "": page(
      group.about,
      `Usage: mas ${group.name} <verb> [arguments] [flags]`,
      section(
        "Verbs",
        shown.map(({ words, summary }) => [words[1] ?? "", summary]),
      ),
      `Run \`mas ${group.name} <verb> --help\` for flags and an example.`,
    ),
    ...Object.fromEntries(group.commands.map((command) => [command.words[1] ?? "", commandHelp(command)])),
  }
}

/** A command of one word. */
const isCommand = (group: CommandGroup) => group.commands.some(({ words }) => words[1] === undefined)

function commandHelp(command: CommandSpec): string {
  const { endpoint, section: part, description = [], confirm } = command
  const ask = { paid: "It costs money", destructive: "It cannot be taken back" }
  return page(
    command.summary,
    usage(command),
    ...description.map((text) => wrap(text, width)),
    confirm && wrap(`${ask[confirm]}: it asks on a terminal, and needs --yes elsewhere.`, width),
    section("Arguments", command.positionals.map(argumentRow)),
    section("Flags", [...command.flags].sort(requiredFirst).map(flagRow)),
    `Flags of every command: ${["profile", "output", "columns", "quiet", "dry-run", "debug", "yes"].map((name) => `--${name}`).join(", ")} (mas help flags)`,
    command.examples?.length ? `Example:\n${command.examples.map((example) => `  ${example}`).join("\n")}` : undefined,
    endpoint && `${endpoint.method} ${endpoint.path}${part ? `. Spec: ${part}.` : ""}${credentials(endpoint)}`,
  )
}

const requiredFirst = (a: Flag, b: Flag) => Number(isRequired(b)) - Number(isRequired(a))
const isRequired = ({ required, within }: Flag) => required === true && within === undefined

/** Said where an API key will not do. */
function credentials({ auth, credentials: kinds }: NonNullable<CommandSpec["endpoint"]>): string {
  if (auth === false) return "\nNeeds no credential."
  if (kinds.includes("api_key")) return ""
  return kinds.includes("jwt")
    ? "\nNeeds a session, not an API key: mas login --email <e-mail>."
    : `\nNeeds a ${kinds.join(" or ").replaceAll("_", " ")}.`
}

function usage({ words, positionals, flags }: CommandSpec): string {
  const parts = [
    "Usage: mas",
    ...words,
    ...positionals.map(({ name, required, rest }) => {
      const text = rest ? `${name}...` : name
      return required ? `<${text}>` : `[${text}]`
    }),
    ...flags.filter(isRequired).map((flag) => `--${flag.name} ${placeholderOf(flag)}`),
    "[flags]",
  ]
  return wrap(parts.join(" "), width, "           ")
}

function argumentRow(positional: Positional): [string, string] {
  return [positional.name, details(positional, positional.description, [])]
}

function flagRow(flag: Flag): [string, string] {
  const short = flag.short ? `-${flag.short}, ` : ""
  const value = flag.type === "boolean" ? "" : ` ${placeholderOf(flag)}`
  const notes = [
    isRequired(flag) ? "Required." : "",
    flag.required && flag.within ? `Required with --${flag.within}.` : "",
    flag.implies ? `Needs ${flag.implies.map((other) => `--${other}`).join(", ")}.` : "",
    flag.default === undefined || /when left out/.test(flag.description ?? "") ? "" : `${flag.default} when left out.`,
    flag.array ? "Repeat it, or use commas." : "",
    flag.fromFile && flag.type === "string" && !flag.array ? "`@@` for an @ at the beginning." : "",
    flag.aliases ? `Also ${flag.aliases.map((alias) => `--${alias}`).join(", ")}.` : "",
  ]
  return [`${short}--${flag.name}${value}`, details(flag, flag.description, notes)]
}

function details(rules: ValueRules, description: string | undefined, notes: readonly string[]): string {
  const choices = rules.choices && !isShort(rules.choices) ? `One of ${rules.choices.join(", ")}.` : ""
  const hidden = rules.secret ? "`-` reads it from stdin." : ""
  const said = hidden && description?.includes("stdin") ? "" : hidden
  const isText = rules.type === "string" && !rules.choices && !rules.format
  const cleared = rules.nullable ? `\`null\` clears it${isText ? " (the word itself: --input)" : ""}.` : ""
  return [description, choices, said, cleared, ...notes].filter(Boolean).join(" ")
}

const isShort = (choices: readonly string[]) => choices.join("|").length <= 18

const placeholders = {
  string: "text",
  integer: "number",
  number: "number",
  boolean: "true|false",
  json: "json",
  map: "key=value",
}
const formats = { email: "e-mail", uri: "url", "date-time": "time", file: "path|-", duration: "duration" }

function placeholderOf({ placeholder, choices, format, type, fromFile }: Flag): string {
  if (placeholder) return `<${placeholder}>`
  if (fromFile) return `<${placeholders[type]}|@file|->`
  if (choices) return isShort(choices) ? `<${choices.join("|")}>` : "<choice>"
  return `<${format ? formats[format] : placeholders[type]}>`
}

function section(title: string, rows: readonly (readonly [string, string])[]): string | undefined {
  if (rows.length === 0) return undefined
  const column = Math.min(nameWidth, Math.max(...rows.map(([name]) => name.length)) + 4)
  const lines = rows.map(([name, text]) => {
    const head = `  ${name}`
    const body = wrap(text, width - column, " ".repeat(column), true)
    if (text === "") return head
    return head.length + 1 < column ? head.padEnd(column) + body : `${head}\n${" ".repeat(column)}${body}`
  })
  return `${title}:\n${lines.join("\n")}`
}

/** Text in lines of a width, the second and later ones indented; `inner` when the width counts from the indent. */
function wrap(text: string, columns: number, indent = "", inner = false): string {
  const lines: string[] = []
  let line = ""
  for (const word of text.split(" ")) {
    const room = columns - (inner || lines.length === 0 ? 0 : indent.length)
    if (line !== "" && line.length + 1 + word.length > room) {
      lines.push(line)
      line = word
    } else line = line === "" ? word : `${line} ${word}`
  }
  return [...lines, line].join(`\n${indent}`)
}

const page = (...parts: (string | undefined)[]) => `${parts.filter((part) => part !== undefined).join("\n\n")}\n`
