import type { CommandGroup, CommandSpec, Flag, Positional, ValueRules } from "../../../cli/line/command/spec.ts"
import { globalFlags } from "../../../cli/line/global-flags.ts"
import { exitCodeMeanings } from "../../../cli/terminal/errors/exit-codes.ts"
import { argumentText } from "../../../cli/terminal/help/agent-help.ts"
import { flagsOfAll } from "../../../cli/terminal/help/static-help.ts"
import { exitCodesText } from "./exit-codes.ts"
import { guides } from "./guides.ts"
import { responseTextOf } from "./responses.ts"

const beginnings: readonly Row[] = [
  ["mas messages send", "send an e-mail or SMS; it asks for what is missing"],
  ["mas webhooks listen", "see events as they arrive, and forward them"],
  ["mas mock", "a service of your own on this machine, to try things on"],
  ["mas login", "check a credential and keep it"],
]

/** The help of `mas` without arguments: it fits into thirty lines. */
export function topHelp(groups: readonly CommandGroup[]): Record<string, string> {
  return {
    "": page(
      "mas: the Marketing Automation Service from a terminal or a script",
      "Usage: mas <command> [arguments] [flags]",
      section("Start here", beginnings),
      section("Commands by task", groupsByTask(groups.map(({ name }) => name))),
      section("More", [
        ["mas <command> --help", "verbs, flags, examples"],
        ["mas help commands", "every command in a line; `mas help flags`: flags of every command"],
        ["mas help <topic>", `guides: ${Object.keys(guides()).join(", ")}, exit-codes, environment`],
      ]),
    ),
  }
}

/** The text of `mas help <topic>`. A guide with the name of a group ends with the group's verbs. */
export function topicHelp(groups: readonly CommandGroup[]): Record<string, string> {
  return {
    commands: page(
      "Every group of commands, by what people want to do.",
      ...groupsByTask(groups.map(({ name }) => name)).map(([task, names]) =>
        section(
          task,
          names.split(", ").map((name) => [name, aboutOf(groups.find((group) => group.name === name))]),
        ),
      ),
    ),
    "exit-codes": page(
      "Exit codes are the same for every command, and stable.",
      section("Codes", Object.entries(exitCodeMeanings)),
      "With JSON output an error is one JSON object on stderr:\n" +
        "  {error: {code, status, message, hint, validation_errors?, retryable?, idempotency_key?,\n" +
        "  next_command?, docs}}, with all fields of the service's error: retry_at, recovery_action,\n" +
        "  capacity_recovery, request_id and so on.",
    ),
    flags: page("Flags of every command.", section("Flags", globalFlags.map(flagRow))),
    environment: page(
      "Variables take precedence over the profile, and flags over both. An empty variable is an error.",
      section("Variables", [
        ["MAS_PROFILE", "the profile to use"],
        ["MAS_BASE_URL", "address of the service"],
        ["MAS_API_KEY", "credential"],
        ["MAS_BRAND_SID", "brand to act in"],
        ["MAS_ACCOUNT_ID", "account to act in, with a session; refused with an API key"],
        ["MAS_CONFIG_DIR", "folder of the saved profiles, instead of the platform's own; in it `state`"],
        ["XDG_STATE_HOME", "on Linux, keeps the progress of long work, in a folder `mas`; else ~/.local/state"],
        ["MAS_PAGER, PAGER", "what pages on a terminal; `less -FRX` when left out, nothing when empty"],
        ["NO_COLOR, FORCE_COLOR", "text without colours and redrawn lines; colours even where there is no terminal"],
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(guides()).map(([topic, text]) => {
        const group = groups.find(({ name }) => name === topic)
        return [topic, group ? `${text}\n${groupHelp(group)[""]}` : text]
      }),
    ),
  }
}

const aboutOf = (group: CommandGroup | undefined): string =>
  group && isCommand(group) ? (group.commands[0]?.summary ?? "") : (group?.about ?? "").replace(/\.$/, "")

/** The texts of `mas <group> --help` and `mas <group> <verb> --help`, by verb; the group's own under an empty name. */
export function groupHelp(group: CommandGroup): Record<string, string> {
  const [first] = group.commands
  if (first && isCommand(group)) return { "": commandHelp(first) }
  return {
    "": page(
      group.about,
      `Usage: mas ${group.name} ${group.defaultVerb ? "[verb]" : "<verb>"} [arguments] [flags]`,
      group.defaultVerb && `\`mas ${group.name}\` alone is \`mas ${group.name} ${group.defaultVerb}\`.`,
      ...verbSections(group),
      `Run \`mas ${group.name} <verb> --help\` for flags and an example.`,
    ),
    ...Object.fromEntries(group.commands.map((command) => [command.words[1] ?? "", commandHelp(command)])),
  }
}

/** The verbs of a group, under its headings. */
function verbSections({ commands, headings = {} }: CommandGroup) {
  const named = new Set(Object.values(headings).flat())
  const others = commands.flatMap(({ words: [, verb = ""] }) => (named.has(verb) ? [] : [verb]))
  const all = { ...headings, [named.size > 0 ? "More verbs" : "Verbs"]: others }
  return Object.entries(all).map(([title, verbs]) =>
    section(
      title,
      verbs.map((verb) => [verb, commands.find(({ words }) => words[1] === verb)?.summary ?? ""]),
    ),
  )
}

/** A command of one word. */
const isCommand = (group: CommandGroup) => group.commands.some(({ words }) => words[1] === undefined)

function commandHelp(command: CommandSpec): string {
  const { endpoint, section: part, description = [], confirm } = command
  const ask = {
    paid: "It costs money",
    destructive: "It cannot be taken back",
    rights: "It changes who may act for the account, or as whom",
  }
  const response = responseTextOf(command)
  return page(
    command.summary,
    usage(command),
    ...description,
    confirm && `${ask[confirm]}: it asks on a terminal, and needs --yes elsewhere.`,
    section("Arguments", command.positionals.map(argumentRow)),
    section("Flags", [...command.flags].sort(requiredFirst).map(flagRow)),
    flagsOfAll.line,
    command.examples?.length
      ? `Example:\n${command.examples.map((example) => `  \t${example}`).join("\n")}`
      : undefined,
    [response && `Prints: ${response}`, `Exit codes: ${exitCodesText(command)} (mas help exit-codes)`]
      .filter(Boolean)
      .join("\n"),
    endpoint && `${endpoint.method} ${endpoint.path}${part ? `. Spec: ${part}.` : ""}${credentials(endpoint)}`,
  )
}

const requiredFirst = (a: Flag, b: Flag) => Number(isRequired(b)) - Number(isRequired(a))
const isRequired = ({ required, within }: Flag) => required === true && within === undefined

/** The required credential, for commands that do not accept an API key. */
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
    ...positionals.map(argumentText),
    ...flags.filter(isRequired).map((flag) => `--${flag.name} ${placeholderOf(flag)}`),
    "[flags]",
  ]
  return parts.join(" ")
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
    several(flag),
    flag.fromFile && flag.type === "string" && !flag.array ? "`@@` for an @ at the beginning." : "",
    flag.aliases ? `Also ${flag.aliases.map((alias) => `--${alias}`).join(", ")}.` : "",
  ]
  return [`${short}--${flag.name}${value}`, details(flag, flag.description, notes)]
}

/** How to pass several values. */
function several({ array, type }: Flag): string {
  if (!array) return ""
  if (array === "uncut") return "Repeat it for more."
  return type === "json" ? "Repeat it, or give a JSON array." : "Repeat it, or use commas."
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
const formats = {
  email: "e-mail",
  uri: "url",
  "date-time": "time",
  moment: "time",
  file: "path|-",
  duration: "duration",
  "service-path": "path",
}

function placeholderOf({ placeholder, choices, format, type, fromFile }: Flag): string {
  if (placeholder) return `<${placeholder}>`
  if (fromFile) return `<${placeholders[type]}|@file|->`
  if (choices) return isShort(choices) ? `<${choices.join("|")}>` : "<choice>"
  return `<${format ? formats[format] : placeholders[type]}>`
}

type Row = readonly [name: string, text: string]

/** A heading over rows, which `layHelp` lays out. */
function section(title: string, rows: readonly Row[]): string | undefined {
  if (rows.length === 0) return undefined
  return `${title}:\n${rows.map(([name, text]) => `  ${name}\t${text}`).join("\n")}`
}

/** Joins parts with blank lines. Lines are wrapped for the terminal's width when they are printed. */
const page = (...parts: (string | undefined)[]) => `${parts.filter((part) => part !== undefined).join("\n\n")}\n`

/** The groups of commands by task; a group that is not listed is a tool. */
const tasks: Readonly<Record<string, readonly string[]>> = {
  Send: ["messages", "campaigns", "templates", "flows"],
  People: ["contacts", "lists", "segments", "events", "imports", "validations", "public-forms"],
  Receive: ["webhooks", "attachments"],
  Reputation: ["delivery", "suppressions"],
  Billing: ["subscription", "funding", "funding-purchases"],
  Account: ["account", "accounts", "user", "memberships", "invites", "impersonation"],
  Partners: ["managed-accounts", "management-grant", "affiliate"],
  "Sign in": ["login", "logout", "whoami", "profiles", "auth", "oauth"],
}

/** Each task with its groups, all groups among them. */
function groupsByTask(names: readonly string[]): [task: string, groups: string][] {
  const known = new Set(Object.values(tasks).flat())
  const all = { ...tasks, Tools: names.filter((name) => !known.has(name)) }
  return Object.entries(all).map(([task, groups]) => [task, groups.filter((name) => names.includes(name)).join(", ")])
}
