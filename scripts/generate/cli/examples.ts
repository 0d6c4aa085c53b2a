import type { CommandSpec, Flag } from "../../../cli/line/command/spec.ts"
import { shellWord } from "../../../cli/line/shell-word.ts"
import { exampleSetup } from "../../../cli/specs/example-setup.ts"
import type { EndpointSpec } from "../../../sdk/contract/core/endpoint.ts"

/** Commands that create the record of an example, by resource, if a fresh world has none. */
const makers: Readonly<Record<string, string>> = {
  webhooks: exampleSetup.webhook,
  fundingPurchases: exampleSetup.purchase,
  validations: exampleSetup.validation,
  imports: exampleSetup.import,
  campaigns: exampleSetup.campaign,
  "campaigns.send": exampleSetup.readyCampaign,
  "subscription.checkoutStatus": exampleSetup.checkout,
}
/** Commands that must run before an example. */
const before: Readonly<Record<string, string>> = {
  "managementGrant.confirm": "mas mock grants 1 consent && mas mock grants 1 activate_payment",
}

/** The built-in profile with a suitable credential; undefined if an API key is accepted. */
function profileFor({ name, endpoint }: CommandSpec): string | undefined {
  const { credentials = [], auth } = endpoint ?? {}
  if (name.startsWith("managedAccounts.")) return "mock-manager"
  if (name.startsWith("managementGrant.")) return "mock-client"
  if (auth === false || credentials.includes("api_key")) return undefined
  return credentials.includes("public_key") ? "mock-public" : "mock-owner"
}

/** The contract's example of an endpoint as a command line that runs unchanged in a shell, on a fresh mock server. */
export function exampleOf(command: CommandSpec, spec: EndpointSpec): string {
  const { params = {}, query, body, idempotencyKey } = spec.example ?? {}
  const request = { query, body }
  const words: string[] = ["mas", ...command.words.filter((word) => word !== undefined)]
  // Values that do not belong on a command line are read from stdin, one line each.
  let input = ""
  const maker = makers[command.name] ?? (spec.params && makers[command.name.replace(/\..*/, "")])
  for (const { name, secret } of command.positionals) {
    const value = String(params[name.replaceAll("-", "_")] ?? "")
    const isId = command.positionals[0]?.name === name
    if (secret) input += `${value}\\n`
    words.push(secret ? "-" : maker !== undefined && isId ? madeBy(maker) : value)
  }
  for (const flag of command.flags) {
    const value = flag.at && valueAt(request, flag.at)
    if (value === undefined || hasLeaves(command, flag)) continue
    if (flag.format === "file") input += String(value).replaceAll("\n", "\\n")
    else if (flag.secret) input += `${value}\\n`
    if (flag.name === "purchase-id" && maker !== undefined) words.push(`--${flag.name}`, madeBy(maker))
    else words.push(...(flag.format === "file" || flag.secret ? [`--${flag.name}`, "-"] : written(flag, value)))
  }
  if (idempotencyKey !== undefined) words.push("--idempotency-key", idempotencyKey)
  if (spec.confirm) words.push("--yes")
  if (spec.download) words.push("--to", "attachment.bin")
  const profile = profileFor(command)
  if (profile !== undefined) words.push("--profile", profile)
  const line = words.map((word) => (word.startsWith('"$(') ? word : shellWord(word))).join(" ")
  const whole = input === "" ? line : `printf '${input}' | ${line}`
  const first = before[command.name]
  return first === undefined ? whole : `${first} && ${whole}`
}

/** A shell substitution with the id that a command prints. */
const madeBy = (line: string) => `"$(${line})"`

function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value
  return typeof value === "object" && value !== null ? valueAt(Reflect.get(value, key), rest) : undefined
}

/** True for an object whose fields the example sets one by one. */
function hasLeaves({ flags }: CommandSpec, { name }: Flag): boolean {
  return flags.some(({ within }) => within === name)
}

function written({ name, type }: Flag, value: unknown): string[] {
  if (type === "boolean") return [value === true ? `--${name}` : `--no-${name}`]
  if (type === "map" && typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, text]) => [`--${name}`, `${key}=${text}`])
  }
  if (type !== "json" && Array.isArray(value)) return [`--${name}`, value.join(",")]
  return [`--${name}`, typeof value === "object" ? JSON.stringify(value) : String(value)]
}
