import { InvalidArgumentError } from "../../client/errors.ts"
import { parseDuration } from "../../contract/core/duration.ts"
import { type CeilingStore, longestWindow, type SendLimit } from "../../stores/ceiling.ts"
import { reaches } from "../recipients/reaches.gen.ts"
import { checkHealthLimits, type HealthLimits } from "./health-limits.ts"

/**
 * How many people may be written to. A limit is a number and a window, such as `5/1h`: never more within any hour. A call
 * that a limit leaves no room for is refused with a `SendCeilingError` before anything is sent.
 */
export interface CeilingOptions {
  /** For each address and phone number, in all its spellings. */
  readonly perRecipient?: string | undefined
  /** For all together. */
  readonly total?: string | undefined
  /** Both as one text, as in `MAS_MAX_SENDS`: `5/1h per recipient, 500/15m`. */
  readonly limits?: string | undefined
  /**
   * How many people a call counts as that reaches people whom it does not name: `{ "campaigns.send": 2000 }`. The service
   * tells nobody how many there are. Without its number such a call is refused.
   */
  readonly allowIndirect?: Readonly<Record<string, number>> | undefined
  /**
   * Who counts together: `memoryCeiling`, `redisCeiling` or `postgresCeiling` of `mas-sdk/stores`. Default: all clients of
   * this process. A store alone, without limits, only has the stop of `mas.sending`. Environment: `MAS_CEILING_STORE`.
   */
  readonly store?: CeilingStore | undefined
  /**
   * `health`: stops sending when the share of bounces or complaints of the last hour or day is too high, until a person starts it
   * (`mas sending start`, `mas.sending.start()`). Checked before a call that reaches people, at most once a minute, which reads lists of
   * the service; while they cannot be read, nothing is sent.
   */
  readonly pauseOn?: "health" | undefined
  /** What is too high, for `pauseOn`. */
  readonly health?: HealthLimits | undefined
  /** Where the limits are defined, for errors. Default `the option ceiling`. */
  readonly source?: string | undefined
}

/** The limits of a client, checked. */
export interface Ceilings {
  readonly source: string
  readonly perRecipient?: SendLimit | undefined
  readonly total?: SendLimit | undefined
  readonly allowIndirect: Readonly<Record<string, number>>
}

const inOption = "the option ceiling"
const storeMethods = ["take", "settle", "stop", "start", "stopped"]

/** The checked limits. @throws InvalidArgumentError if they are invalid. */
export function readCeilings(options: CeilingOptions): Ceilings {
  const { limits, store, pauseOn, health, source = inOption } = options
  const at = (field: string) => (source === inOption ? `ceiling.${field}` : source)
  const read = limits === undefined ? {} : limitsOfText(limits, at("limits"))
  const { perRecipient, total } = { ...options, ...read }
  const allowIndirect = { ...options.allowIndirect, ...read.allowIndirect }
  if (store !== undefined && storeMethods.some((method) => typeof Object(store)[method] !== "function"))
    throw new InvalidArgumentError(
      at("store"),
      "must be memoryCeiling(), redisCeiling(client) or postgresCeiling(pool) of mas-sdk/stores",
    )
  if (pauseOn !== undefined && pauseOn !== "health") throw new InvalidArgumentError(at("pauseOn"), 'must be "health"')
  if (health !== undefined) {
    if (pauseOn === undefined) throw new InvalidArgumentError(at("health"), 'needs pauseOn: "health"')
    checkHealthLimits(health, at("health"))
  }
  // The variable of a store alone has the stop of that store.
  const isEmpty = [perRecipient, total, store, pauseOn].every((option) => option === undefined)
  if (isEmpty && source !== "MAS_CEILING_STORE")
    throw new InvalidArgumentError(
      source === inOption ? "ceiling" : source,
      'has no limit: give perRecipient or total, such as "5/1h"',
    )
  for (const [name, count] of Object.entries(allowIndirect)) {
    const reach = reaches[name]?.reach
    if (!/^\S+ \//.test(name) && !(reach && typeof reach === "object" && "indirect" in reach))
      throw new InvalidArgumentError(at("allowIndirect"), `holds ${name}, which reaches nobody whom it does not name`)
    if (!isCount(count))
      throw new InvalidArgumentError(at("allowIndirect"), `must have a whole number of people, 1 or more, for ${name}`)
  }
  return {
    source,
    perRecipient: perRecipient === undefined ? undefined : readLimit(perRecipient, at("perRecipient")),
    total: total === undefined ? undefined : readLimit(total, at("total")),
    allowIndirect,
  }
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 1

function readLimit(text: unknown, argument: string): SendLimit {
  const [number = "", window = "", ...others] = typeof text === "string" ? text.split("/") : []
  const [count, ms = 0] = [/^\s*\d+\s*$/.test(number) ? Number(number) : 0, parseDuration(window)]
  const isWindow = /[a-z]\s*$/.test(window) && ms >= 1_000 && ms <= longestWindow
  if (isCount(count) && isWindow && others.length === 0) return { count, ms }
  const rule = `is ${JSON.stringify(text)}: a limit is a number and a window of 1s to 31d, such as 5/1h or 500/15m`
  throw new InvalidArgumentError(argument, `${rule}; to send nothing, stop sending`)
}

/**
 * The limits in a text such as `5/1h per recipient, 500/15m, campaigns.send counts 2000`. An empty text is refused: a variable
 * that a deployment forgot to fill must not lift the limits.
 */
function limitsOfText(
  text: unknown,
  argument: string,
): Pick<CeilingOptions, "perRecipient" | "total" | "allowIndirect"> {
  const refuse = (problem: string): never => {
    throw new InvalidArgumentError(argument, `${problem}, such as "5/1h per recipient, 500/15m"`)
  }
  if (typeof text !== "string" || text.trim() === "") return refuse("is empty: leave it out, or give limits")
  const limits: { perRecipient?: string; total?: string } = {}
  const allowIndirect: Record<string, number> = {}
  for (const part of text.split(",").map((entry) => entry.trim().split(/\s+/))) {
    const [first = "", ...words] = part
    const kind = words.join(" ")
    if (/^counts \d+$/.test(kind)) {
      allowIndirect[first] = Number(words[1])
      continue
    }
    const field = kind === "per recipient" ? "perRecipient" : kind === "" ? "total" : undefined
    if (field === undefined || first === "")
      return refuse(`has "${part.join(" ")}": after a limit comes "per recipient" or nothing`)
    if (limits[field] !== undefined) refuse(`has two limits ${kind || "for all"}: leave one out`)
    limits[field] = first
  }
  return { ...limits, allowIndirect }
}
