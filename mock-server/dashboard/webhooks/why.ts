import type { InjectedFault } from "../../store/tables/injected-fault.ts"
import type { LightAttempt } from "../../webhooks/light-delivery.ts"
import { span } from "../app/times.tsx"
import { isTaken } from "./rows.ts"

/** Why an attempt went as it did, and what to do about it. */
export function whyOf({ response_status: status, error, injected }: LightAttempt): string {
  if (isTaken({ response_status: status })) return `The receiver answered ${status}: any 2xx is a success.`
  if (injected?.drop !== undefined) return "A fault cut the connection: your receiver did nothing wrong."
  if (status === null) return noAnswer(error ?? "")
  if (status < 400) return `The receiver answered ${status}. Redirects are not followed: use the final URL.`
  if (status === 400 || status === 401 || status === 403) {
    return `The receiver answered ${status}. The usual cause is the signature: start the receiver with this endpoint's secret, and verify the raw body.`
  }
  if (status === 404 || status === 405) return `The receiver answered ${status}: nothing handles POST at this URL.`
  if (status === 410) return "The receiver answered 410, gone. It is retried all the same."
  if (status < 500) return `The receiver answered ${status}: only a 2xx is a success.`
  return `The receiver failed with ${status}. Its response is below. Fix the receiver, then retry or resend.`
}

function noAnswer(error: string): string {
  if (/refused/i.test(error)) return `${error}. Nothing listens there: start the receiver, then retry or resend.`
  if (/time|10 s|abort/i.test(error)) return `${error}. A receiver has 10 s: answer first, then do the work.`
  return `${error || "No response"}.`
}

/** What a fault had done to an attempt, in words. */
export function mishapsOf({ fault_id, drop, delay_ms, duplicate, reorder, signature, copy }: InjectedFault): string {
  const done = [
    drop === undefined ? "" : `cut the connection ${drop} the receiver handled it`,
    delay_ms === undefined ? "" : `delayed it by ${span(delay_ms)}`,
    duplicate === undefined ? "" : `sent ${duplicate === 1 ? "one duplicate" : `${duplicate} duplicates`}`,
    reorder === undefined ? "" : "sent it after the next one",
    signature === undefined ? "" : flaws[signature],
    copy === undefined ? "" : `sent this as duplicate ${copy}`,
  ]
  return `Fault ${fault_id} ${done.filter(Boolean).join(", ") || "changed it"}.`
}

const flaws: Readonly<Record<NonNullable<InjectedFault["signature"]>, string>> = {
  wrong: "signed it with a wrong secret",
  old: "signed it with a timestamp ten minutes old",
  other: "signed it with another endpoint's secret",
  two: "signed it twice",
}
