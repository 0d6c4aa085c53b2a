import { webhookEventTypes } from "../../../sdk/contract/models/webhook-event-types.ts"
import type { WebhookEventType } from "../../../sdk/contract/models/webhook-events.ts"
import { signWebhook } from "../../../sdk/webhooks/index.ts"
import { hostClock } from "../../base/host.ts"
import { CheckRun } from "./check-run.ts"
import { Effects } from "./effects.ts"
import { EventMaker } from "./event-maker.ts"
import type { ReceiverReport } from "./report.ts"

export type { ReceiverLine, ReceiverReport } from "./report.ts"

export interface CheckReceiverOptions {
  /** The receiver's address. Local addresses are allowed. */
  readonly url: string | URL
  /** The endpoint's signing secret, `whsec_…`. */
  readonly secret: string
  /**
   * Counts the receiver's effects so far, such as rows of a table or lines of a log. Called before and after events to
   * detect duplicate and missing effects. Without it, the lines about effects are `unknown`.
   */
  readonly effect?: (() => number | Promise<number>) | undefined
  /** Makes the receiver's next work fail once. Without it, the line about failed work is `unknown`. */
  readonly breakWork?: (() => unknown) | undefined
  /** The types that the endpoint listens to: no others are sent. All when omitted. */
  readonly events?: readonly WebhookEventType[] | undefined
  /** Adds slow checks: a slow sender, a burst of 200 events, senders that stall. Default false. */
  readonly slow?: boolean | undefined
  /** Milliseconds for the whole check. Lines without enough time are `unknown`. Default 15,000; 60,000 with `slow`. */
  readonly timeout?: number | undefined
}

const optionNames: Readonly<Record<keyof CheckReceiverOptions, true>> = {
  url: true,
  secret: true,
  effect: true,
  breakWork: true,
  events: true,
  slow: true,
  timeout: true,
}

/**
 * Checks a webhook receiver in any language: sends valid and forged requests, and reports for each requirement whether
 * it passed. The receiver handles the events as real ones: use a test environment. Spec: Request to the endpoint;
 * Signature verification; Acknowledgement, retries, duplicates.
 *
 * ```ts
 * const report = await checkReceiver({ url: "http://localhost:3000/webhooks", secret })
 * expect(report.lines.filter((line) => line.outcome === "failed" && line.level === "must")).toEqual([])
 * ```
 * @throws {TypeError} for a missing, unknown or invalid option.
 * @throws {WebhookVerificationError} `invalid_secret`.
 */
export async function checkReceiver(options: CheckReceiverOptions): Promise<ReceiverReport> {
  const { url: address, secret, effect, breakWork, events, slow = false, timeout = slow ? 60_000 : 15_000 } = options
  for (const name in options) {
    if (!Object.hasOwn(optionNames, name)) {
      throw new TypeError(`checkReceiver: ${name} is not one of the options ${Object.keys(optionNames).join(", ")}`)
    }
  }
  const url = receiverUrl(address)
  signWebhook({ id: "evt_check", body: "", secret })
  for (const [name, value] of Object.entries({ effect, breakWork })) {
    if (value !== undefined && typeof value !== "function")
      throw new TypeError(`checkReceiver: ${name} must be a function`)
  }
  const strange = events?.find((type) => !webhookEventTypes.includes(type))
  if (events?.length === 0 || strange !== undefined) {
    throw new TypeError(`checkReceiver: events must be some of ${webhookEventTypes.join(", ")}`)
  }
  if (!(typeof timeout === "number" && timeout > 0)) {
    throw new TypeError("checkReceiver: timeout must be a number of milliseconds, more than 0")
  }
  const run = new CheckRun({
    url,
    make: new EventMaker(secret, events),
    end: hostClock.elapsed() + timeout,
    effects: effect === undefined ? undefined : new Effects(effect),
    breakWork,
  })
  return run.all(slow)
}

function receiverUrl(address: string | URL): URL {
  try {
    const url = new URL(address)
    if (/^https?:$/.test(url.protocol)) return url
  } catch {
    // Throws below.
  }
  throw new TypeError("checkReceiver: url must be an address such as http://localhost:3000/webhooks")
}
