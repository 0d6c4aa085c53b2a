import type { InjectedFault } from "../../store/tables/injected-fault.ts"
import type { LightAttempt } from "../../webhooks/light-delivery.ts"
import { span } from "../app/times.tsx"
import { isTaken } from "./stand.ts"

/** Why an attempt went as it did, and what to do about it. */
export function whyOf({ response_status: status, error, injected }: LightAttempt): string {
  if (isTaken({ response_status: status })) return `The receiver answered ${status}: any 2xx says that it has it.`
  if (injected?.drop !== undefined) return "A fault cut the connection: your receiver has done nothing wrong."
  if (status === null) return noAnswer(error ?? "")
  if (status < 400)
    return `The receiver answered ${status}. Redirects are not followed: give the endpoint its last address.`
  if (status === 400 || status === 401 || status === 403) {
    return `The receiver refused it with ${status}. Mostly that is the signature: see below whether it fits, and whether the receiver has this endpoint's secret and checks the body as it came.`
  }
  if (status === 404 || status === 405) return `The receiver answered ${status}: nothing takes a POST at this address.`
  if (status === 410) return "The receiver answered 410: it says that it is gone. It is tried again all the same."
  if (status < 500) return `The receiver answered ${status}: only a 2xx says that it has it.`
  return `The receiver failed with ${status}. What it answered stands below; its own log says more. When it is mended, send it again.`
}

function noAnswer(error: string): string {
  if (/refused/i.test(error)) return `${error}. Nothing listens there: start the receiver, then send it again.`
  if (/time|10 s|abort/i.test(error)) return `${error}. A receiver has 10 s: answer first, then work.`
  return `${error || "There was no answer"}.`
}

/** What a fault had done to an attempt, in words. */
export function mishapsOf({ fault_id, drop, delay_ms, duplicate, reorder, signature, copy }: InjectedFault): string {
  const done = [
    drop === undefined ? "" : `cut the connection ${drop} the receiver did its work`,
    delay_ms === undefined ? "" : `held it back for ${span(delay_ms)}`,
    duplicate === undefined ? "" : `sent it ${duplicate === 1 ? "once" : `${duplicate} times`} more`,
    reorder === undefined ? "" : "let the next one overtake it",
    signature === undefined ? "" : flaws[signature],
    copy === undefined ? "" : `made this copy ${copy} of it`,
  ]
  return `Fault ${fault_id} ${done.filter(Boolean).join(", ") || "had its hand in it"}.`
}

const flaws: Readonly<Record<NonNullable<InjectedFault["signature"]>, string>> = {
  wrong: "signed it with a secret of nobody",
  old: "signed it ten minutes ago",
  other: "signed it with another endpoint's secret",
  two: "signed it twice",
}
