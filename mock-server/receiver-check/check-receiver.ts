import { signWebhook } from "../../sdk/webhooks/index.ts"
import { hostClock } from "../base/host.ts"
import { CheckRun } from "./check-run.ts"
import { Effects } from "./effects.ts"
import { EventMaker } from "./event-maker.ts"
import type { ReceiverReport } from "./report.ts"

export type { ReceiverLine, ReceiverReport } from "./report.ts"

export interface CheckReceiverOptions {
  /** Where the receiver takes webhooks. Any address, local ones too. */
  readonly url: string | URL
  /** The endpoint's signing secret, `whsec_…`. */
  readonly secret: string
  /**
   * Counts how often the receiver did its work so far: rows of a table, lines of a log. Asked before and after, so that "twice" and
   * "without effect" are seen. Without it the lines about that are `unknown`.
   */
  readonly effect?: (() => number | Promise<number>) | undefined
  /** Makes the receiver's work fail once, the next time. Without it nobody sees whether an event whose work failed is lost. */
  readonly breakWork?: (() => unknown) | undefined
  /** Also what takes longer: a slow sender, a burst of 200 events, senders that stall. Default false. */
  readonly slow?: boolean | undefined
  /** Milliseconds for all of it. What there is no time for is `unknown`. Default 15,000; 60,000 where it is slow. */
  readonly timeout?: number | undefined
}

const known: Readonly<Record<keyof CheckReceiverOptions, true>> = {
  url: true,
  secret: true,
  effect: true,
  breakWork: true,
  slow: true,
  timeout: true,
}

/**
 * Checks any receiver of webhooks, in whatever language: sends what the service may send, and what somebody else may, and says of
 * each line whether it held. The events are real to the receiver: give it one of a test environment. Spec: Request to the
 * endpoint; Signature verification; Acknowledgement, retries, duplicates.
 *
 * ```ts
 * const report = await checkReceiver({ url: "http://localhost:3000/webhooks", secret })
 * expect(report.lines.filter((line) => line.outcome === "failed")).toEqual([])
 * ```
 * @throws {TypeError} for an option that is missing, unknown or wrong.
 * @throws {WebhookVerificationError} `invalid_secret`.
 */
export async function checkReceiver(options: CheckReceiverOptions): Promise<ReceiverReport> {
  const { url: given, secret, effect, breakWork, slow = false, timeout = slow ? 60_000 : 15_000 } = options
  for (const name in options) {
    if (!Object.hasOwn(known, name)) {
      throw new TypeError(`checkReceiver: ${name} is none of the options ${Object.keys(known).join(", ")}`)
    }
  }
  const url = receiverUrl(given)
  signWebhook({ id: "evt_check", body: "", secret })
  for (const [name, value] of Object.entries({ effect, breakWork })) {
    if (value !== undefined && typeof value !== "function")
      throw new TypeError(`checkReceiver: ${name} must be a function`)
  }
  if (!(typeof timeout === "number" && timeout > 0)) {
    throw new TypeError("checkReceiver: timeout must be a number of milliseconds, more than 0")
  }
  const run = new CheckRun({
    url,
    make: new EventMaker(secret),
    end: hostClock.elapsed() + timeout,
    effects: effect === undefined ? undefined : new Effects(effect),
    breakWork,
  })
  return run.all(slow)
}

function receiverUrl(given: string | URL): URL {
  try {
    const url = new URL(given)
    if (/^https?:$/.test(url.protocol)) return url
  } catch {
    // Said below.
  }
  throw new TypeError("checkReceiver: url must be an address such as http://localhost:3000/webhooks")
}
