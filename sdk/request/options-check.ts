import { InvalidArgumentError } from "../errors.ts"
import type { ClientOptions } from "../options.ts"

/** What is wrong with a value; undefined when nothing is. */
type Check = (value: unknown) => string | undefined

const isA = (type: string) => (value: unknown) => typeof value === type
const check =
  (holds: (value: unknown) => boolean, problem: string): Check =>
  (value) =>
    holds(value) ? undefined : problem

const isText = (value: unknown) => typeof value === "string" && value !== ""
const isFunction = isA("function")
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0

const text = check(isText, "must be text that is not empty")
const callable = check(isFunction, "must be a function")
const object = check(isObject, "must be an object")
const count = check(isCount, "must be a whole number, 0 or more")
const milliseconds = check((value) => typeof value === "number" && value >= 0, "must be milliseconds, 0 or more")
const having = (method: string) =>
  check((value) => isObject(value) && isFunction(Reflect.get(value, method)), `must have a method ${method}()`)

const checks: Readonly<Record<string, Check>> = {
  apiKey: text,
  token: check((value) => isText(value) || isFunction(value), "must be text that is not empty, or a function"),
  baseUrl: text,
  brandSid: text,
  accountId: check((value) => isText(value) || isCount(value), "must be a whole number, or text that is not empty"),
  timeout: milliseconds,
  deadline: milliseconds,
  maxRetries: count,
  maxRetryDelay: milliseconds,
  maxResponseBytes: count,
  headers: object,
  fetch: callable,
  dispatcher: having("dispatch"),
  transport: having("send"),
  clock: having("after"),
  logger: object,
  onRequest: callable,
  onResponse: callable,
  validateResponses: check(
    (value) => /^(off|warn|error)$/.test(String(value)) || (isObject(value) && "findIssues" in value),
    'must be "off", "warn", "error" or what responseValidator() gives',
  ),
} satisfies Record<keyof ClientOptions, Check>

/** Refuses options that are unknown, of a wrong kind, or at odds with each other. */
export function checkOptions(options: ClientOptions): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue
    const problem = Object.hasOwn(checks, name)
      ? checks[name]?.(value)
      : `is not an option; the options are ${Object.keys(checks).join(", ")}`
    if (problem !== undefined) throw new InvalidArgumentError(name, problem)
  }
  onlyOne(options, ["apiKey", "token"])
  onlyOne(options, ["fetch", "dispatcher", "transport"])
}

function onlyOne(options: ClientOptions, names: readonly (keyof ClientOptions)[]): void {
  const there = names.filter((name) => options[name] !== undefined)
  if (there.length > 1) throw new InvalidArgumentError(there.join(" and "), "cannot be given together")
}
