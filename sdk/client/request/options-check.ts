import { InvalidArgumentError } from "../errors.ts"
import type { ClientOnlyOption, ClientOptions } from "../options.ts"
import { isDate, isFilled, isNumber, isObject } from "../transport/fields.ts"

/** A rule for a value, and the message when the value breaks it. */
export type Rule = readonly [holds: (value: unknown) => boolean, problem: string]
export const boolean: Rule = [(value) => typeof value === "boolean", "must be true or false"]

const isFunction = (value: unknown) => typeof value === "function"
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
const hasMethod = (name: string) => (value: unknown) => isFunction(Object(value)[name])
const having = (name: string): Rule => [hasMethod(name), `must have a method ${name}()`]

const text: Rule = [isFilled, "must be text that is not empty"]
export const callable: Rule = [isFunction, "must be a function"]
export const object: Rule = [(value) => isObject(value) || Array.isArray(value), "must be an object"]
const count: Rule = [isCount, "must be a whole number, 0 or more"]
export const positiveCount: Rule = [(value) => isCount(value) && value !== 0, "must be a whole number, 1 or more"]
export const milliseconds: Rule = [(value) => isNumber(value) && value >= 0, "must be milliseconds, 0 or more"]
export const date: Rule = [isDate, "must be a valid date"]
export const abortSignal: Rule = [hasMethod("addEventListener"), "must be an AbortSignal"]

/** The fields of options that are read with the first call they are for. An unknown one is refused at once: it guards nothing. */
const fields: Readonly<Record<string, readonly string[]>> = {
  recipients: ["allow", "otherwise", "redirectTo", "allowIndirect", "source"],
  ceiling: ["limits", "perRecipient", "total", "store", "pauseOn", "allowIndirect", "health", "source"],
}
const limiting = ["limits", "perRecipient", "total", "store", "pauseOn"]
/** The variable of a store alone has the stop of that store. */
const isStoreOnly = (ceiling: object) => Reflect.get(ceiling, "source") === "MAS_CEILING_STORE"

const rules: Readonly<Record<string, Rule>> = {
  apiKey: text,
  token: [(value) => isFilled(value) || isFunction(value), "must be text or a function"],
  baseUrl: text,
  brandSid: text,
  accountId: [(value) => isFilled(value) || isCount(value), "must be a whole number or text"],
  timeout: milliseconds,
  deadline: milliseconds,
  maxRetries: count,
  maxConnections: positiveCount,
  maxRetryDelay: milliseconds,
  maxResponseBytes: positiveCount,
  pace: having("turn"),
  priority: [isNumber, "must be a number"],
  templateIds: object,
  headers: object,
  fetch: callable,
  dispatcher: having("dispatch"),
  transport: having("send"),
  clock: having("after"),
  reportAgent: boolean,
  recipients: object,
  ceiling: [
    (value) =>
      isObject(value) && (limiting.some((name) => Reflect.get(value, name) !== undefined) || isStoreOnly(value)),
    'has no limit: give perRecipient or total, such as "5/1h"',
  ],
  hold: having("hold"),
  logger: object,
  onRequest: callable,
  onResponse: callable,
  validateResponses: [
    (value) => /^(off|warn|error)$/.test(String(value)) || hasMethod("findIssues")(value),
    'must be "off", "warn", "error" or a responseValidator()',
  ],
} satisfies Record<keyof ClientOptions, Rule>

/** Options of a single call, which a client cannot have. */
const ofCall = ["signal", "waitSignal", "idempotencyKey"]
const ofWait = ["pollInterval", "requestTimeout", "onProgress"]

/** Options of a client, which a single call cannot have. */
const ofClient: readonly ClientOnlyOption[] = [
  "dispatcher",
  "maxConnections",
  "transport",
  "reportAgent",
  "templateIds",
  "ceiling",
]
const ofClientOnly: Rule = [
  () => false,
  "is an option of a client, not of one call: give it to new Mas() or withOptions()",
]

/** Refuses options of a call that only a client can have. */
export function checkCallOptions(options: ClientOptions): void {
  for (const name of ofClient) check(name, options[name], ofClientOnly)
}

/** Whose option it is: the client's or the call's. */
function unknown(name: string): Rule {
  const owner = ofCall.includes(name) ? "one call" : ofWait.includes(name) ? "the waitUntil methods" : undefined
  const problem = owner
    ? `is an option of ${owner}, not of a client`
    : `is not one of the options ${Object.keys(rules).join(", ")}`
  return [() => false, problem]
}

/** Refuses a value that breaks a rule; undefined counts as omitted. */
export function check(argument: string, value: unknown, [holds, problem]: Rule): void {
  if (value !== undefined && !holds(value)) throw new InvalidArgumentError(argument, problem)
}

/** Refuses options that are unknown, of a wrong type, or contradict each other. */
export function checkOptions(options: ClientOptions): void {
  check("options", options, object)
  for (const [name, value] of Object.entries(options)) {
    const knownFields = Object.hasOwn(fields, name) ? fields[name] : undefined
    const stray = knownFields && Object.keys(Object(value)).find((field) => !knownFields.includes(field))
    if (stray !== undefined)
      throw new InvalidArgumentError(`${name}.${stray}`, `is not one of ${knownFields?.join(", ")}`)
    check(name, value, (Object.hasOwn(rules, name) && rules[name]) || unknown(name))
  }
  onlyOne(options, ["apiKey", "token"])
  onlyOne(options, ["fetch", "dispatcher", "transport"])
}

function onlyOne(options: ClientOptions, names: readonly (keyof ClientOptions)[]): void {
  const there = names.filter((name) => options[name] !== undefined)
  if (there.length < 2) return
  // The first of them may come from a spread of other options.
  const last = Object.keys(options).findLast((name) => there.some((one) => one === name))
  const advice = `leave one out, or override it with new Mas(…).withOptions({ ${last} })`
  throw new InvalidArgumentError(there.join(" and "), `cannot be given together: ${advice}`)
}
