import { InvalidArgumentError } from "../../client/errors.ts"
import { type Address, isSame, readAddresses } from "./address.ts"
import { type Pattern, readPattern } from "./pattern.ts"
import { plainPath, routeAt } from "./plain-path.ts"
import { reaches } from "./reaches.gen.ts"
import type { RecipientRules } from "./recipient-rules.ts"
import { splitList } from "./split.ts"

/** Recipient rules, parsed and checked. */
export interface ParsedRules {
  readonly source: string
  /** Number of entries in `allow`. */
  readonly entries: number
  /** True if every recipient is allowed. */
  readonly isOpen: boolean
  /** The recipients that messages are redirected to. */
  readonly targets: readonly Address[]
  readonly isAllowed: Pattern
  /** Whether an endpoint, by name or as `POST /v1/my/…`, may reach people that the call does not name. */
  readonly allowsUnseen: (endpoint: string) => boolean
}

/** The default `source`. */
const inOption = "the option recipients"
const guards = new WeakMap<RecipientRules, ParsedRules>()

/** The guard for some rules. @throws InvalidArgumentError if they are invalid. */
export function parsedRulesOf(rules: RecipientRules): ParsedRules {
  const cached = guards.get(rules)
  if (cached) return cached
  const guard = readRules(rules)
  guards.set(rules, guard)
  return guard
}

function readRules(rules: RecipientRules): ParsedRules {
  const { otherwise, redirectTo, source = inOption } = rules
  const at = (field: string) => (source === inOption ? `recipients.${field}` : source)
  if (otherwise !== undefined && otherwise !== "refuse")
    throw new InvalidArgumentError(at("otherwise"), 'must be "refuse"; to redirect, give redirectTo and no otherwise')
  if (otherwise !== undefined && redirectTo !== undefined)
    throw new InvalidArgumentError(at("otherwise"), "cannot be given together with redirectTo: leave one out")
  const entries = textsOf(rules.allow, at("allow")).flatMap((text) => splitAll(text, at("allow")))
  const to = source === inOption ? at("redirectTo") : `the address to redirect to (${source})`
  const targets = readTargets(redirectTo, to)
  const allowed = entries.map((text) => readPattern(text, at("allow")))
  const indirect = textsOf(rules.allowIndirect, at("allowIndirect")).map((name) =>
    readUnseen(name, at("allowIndirect")),
  )
  return {
    source,
    entries: entries.length,
    isOpen: entries.includes("*"),
    targets,
    isAllowed: (address) => allowed.some((fits) => fits(address)) || targets.some((one) => isSame(one, address)),
    allowsUnseen: (endpoint) => indirect.includes(endpoint),
  }
}

function textsOf(list: unknown, argument: string): string[] {
  if (list === undefined) return []
  if (Array.isArray(list) && list.every((one) => typeof one === "string")) return list
  throw new InvalidArgumentError(argument, "must be a list of texts")
}

/** One entry, or several separated by commas or white space, as in an environment variable. */
function splitAll(text: string, argument: string): string[] {
  const parts = splitList(text, /[\s,;]/)
  if (parts) return parts
  throw new InvalidArgumentError(argument, `holds ${JSON.stringify(text)}, where a quotation mark is not closed`)
}

function readTargets(to: unknown, argument: string): Address[] {
  if (to === undefined) return []
  const entries = typeof to === "string" ? [["", to]] : Object.entries(Object(to))
  const read = entries.flatMap(([channel, text]) => {
    const addresses = typeof text === "string" ? readAddresses(text) : undefined
    return addresses?.every((one) => channel === "" || one.channel === channel) ? addresses : [undefined]
  })
  const targets = read.filter((one) => one !== undefined)
  const channels = new Set(targets.map(({ channel }) => channel))
  if (targets.length > 0 && targets.length === read.length && channels.size === targets.length) return targets
  const both = typeof to === "string" ? "one of each" : "{ email, sms }"
  throw new InvalidArgumentError(argument, `must be one address, one phone number in E.164 form, or ${both}`)
}

/** An entry of `allowIndirect` in the form that names calls. */
function readUnseen(entry: string, argument: string): string {
  const [method = "", path] = entry.split(" ")
  if (path?.startsWith("/")) {
    const plain = plainPath(path)
    const name = routeAt(method, plain)
    if (name === undefined) return `${method} ${plain}`
    throw new InvalidArgumentError(argument, `holds ${entry}: name it ${name}`)
  }
  const names = Object.entries(reaches).flatMap(([name, { reach }]) => ("indirect" in reach ? [name] : []))
  if (names.includes(entry)) return entry
  const rule = `holds ${JSON.stringify(entry)}, which is not one of ${names.join(", ")} and no POST /v1/…`
  throw new InvalidArgumentError(argument, rule)
}
