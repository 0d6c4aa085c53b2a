import { InvalidArgumentError } from "../../client/errors.ts"

/** The shares of mails that are too many: from `warnAt` on a warning, from `pauseAt` on reason to stop. 0.02 is two of a hundred. */
export interface RateLimits {
  /** The share for a warning. */
  readonly warnAt: number
  /** The share to stop at. */
  readonly pauseAt: number
}

/** What counts as unhealthy. */
export interface HealthLimits {
  /** Hard bounces. Default 0.02 and 0.05: providers of mail servers examine senders from 5 % (Amazon SES), and advise less than 2 %. */
  readonly bounces?: RateLimits | undefined
  /** Complaints. Default 0.001 and 0.003: the sender guidelines of Gmail and Yahoo. */
  readonly complaints?: RateLimits | undefined
  /** Fewer mails than these get no verdict. Default 100. */
  readonly minSent?: number | undefined
  /** Fewer bounces or complaints than these get no verdict. Default 3. */
  readonly minEvents?: number | undefined
}

export const defaultLimits = {
  bounces: { warnAt: 0.02, pauseAt: 0.05 },
  complaints: { warnAt: 0.001, pauseAt: 0.003 },
  minSent: 100,
  minEvents: 3,
} satisfies HealthLimits

/** @throws InvalidArgumentError for limits that are no shares or counts, or have another name. */
export function checkHealthLimits(limits: HealthLimits, at: string): void {
  const { bounces, complaints, minSent = 1, minEvents = 1, ...others } = limits
  for (const name in others) throw new InvalidArgumentError(`${at}.${name}`, "is not a limit: see HealthLimits")
  for (const [name, rates] of Object.entries({ bounces, complaints })) {
    const { warnAt, pauseAt } = rates ?? defaultLimits.bounces
    if (warnAt > 0 && warnAt <= pauseAt && pauseAt <= 1) continue
    const rule = "must have warnAt and pauseAt, shares above 0 and up to 1, such as 0.02 and 0.05"
    throw new InvalidArgumentError(`${at}.${name}`, rule)
  }
  for (const [name, count] of Object.entries({ minSent, minEvents }))
    if (!(Number.isSafeInteger(count) && count >= 1))
      throw new InvalidArgumentError(`${at}.${name}`, "must be a whole number, 1 or more")
}
