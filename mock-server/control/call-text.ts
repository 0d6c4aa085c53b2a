import { momentText, span } from "../base/time-text.ts"
import type { ControlLogEntry } from "../world/control-log.ts"
import { timerText } from "./run-text.ts"
import type { TimerView } from "./timers.ts"

/** What was sent, the ids of the path, such as 5 in `/messages/5/events`, and the timer that was moved, if one was. */
type Words = (body: Readonly<Record<string, unknown>>, ids: readonly string[], timer: Partial<TimerView>) => string

const moment = (value: unknown) =>
  typeof value === "number" || typeof value === "string" ? momentText(value) : "another time"

/** What each call did, for a reader of the history. Calls that replace the world are told by the new one. */
const words: Readonly<Record<string, Words>> = {
  "POST /clock/advance": ({ by, to }) =>
    to === "next"
      ? "Clock advanced to the next event"
      : to === undefined
        ? `Clock advanced by ${span(Number(by))}`
        : `Clock advanced to ${moment(to)}`,
  "PUT /clock": ({ mode, rate, now }) =>
    `Clock set: ${mode === "scaled" ? `${rate}× as fast` : mode === "real" ? "real time" : mode}${now === undefined ? "" : `, ${moment(now)}`}`,
  "PUT /fixtures": () => "Fixtures loaded",
  "PUT /snapshot": () => "Snapshot restored",
  "POST /reset": () => "World reset",
  "POST /checkpoints": ({ name }) => `Checkpoint ${name} saved`,
  "DELETE /checkpoints/{name}": (_, [name]) => `Checkpoint ${name} deleted`,
  "POST /checkpoints/{name}/rewind": (_, [name]) => `Rewound to checkpoint ${name}`,
  "POST /worlds": () => "Another world created",
  "DELETE /worlds/{id}": (_, [id]) => `World ${id} deleted`,
  "POST /messages/{id}/events": ({ type }, [id]) => `Recipient of message ${id}: ${type}`,
  "POST /inbound": ({ from, to }) => `Mail received from ${from} at ${to}`,
  "POST /inbound/eml": () => "Mail received from a file",
  "POST /grants/{id}/{move}": (_, [id, move]) => `Grant ${id}: ${move}`,
  "POST /managed_accounts/{id}/{move}": (_, [id, move]) => `Managed account ${id}: ${move}`,
  "POST /purchases/{id}/{move}": (_, [id, move]) => `Funding purchase ${id}: ${move}`,
  "POST /checkouts/{purchase_id}/{move}": (_, [id, move]) => `Plan checkout ${id}: ${move}`,
  "POST /campaigns/{id}/{move}": (_, [id, move]) => `Campaign ${id}: ${move}`,
  "POST /flows/{id}/{move}": (_, [id, move]) => `Flow ${id}: ${move}`,
  "POST /credentials": ({ kind }) => `Credential created: ${kind}`,
  "DELETE /credentials/{token}": () => "Credential revoked",
  "POST /senders": ({ email }) => `Sender ${email} set`,
  "POST /contacts": ({ count }) => `${Number(count).toLocaleString("en")} contacts filled in`,
  "POST /faults": ({ on }) => `Fault added: ${on === "delivery" ? "webhooks" : "requests"} are made to fail`,
  "DELETE /faults": () => "All faults removed",
  "DELETE /faults/{id}": (_, [id]) => `Fault ${id} removed`,
  "PUT /faults/profile": ({ name }) => `Fault profile ${name} set`,
  "POST /outcomes": ({ to, outcome }) => `Outcome added: mail to ${to} is ${outcome}`,
  "DELETE /outcomes": () => "All outcomes removed",
  "DELETE /outcomes/{id}": (_, [id]) => `Outcome ${id} removed`,
  "DELETE /requests": () => "Requests cleared",
  "POST /deliveries/{id}/redeliver": (_, [id]) => `Delivery ${id} sent again by hand`,
  "POST /webhooks/allow_local": () => "Webhooks to this machine allowed",
  "POST /webhooks/{id}/rotate": (_, [id]) => `Secret of endpoint ${id} rotated`,
  "POST /timers/{id}/{move}": ({ by }, [, move], { kind, about }) => {
    const what = move === "postpone" ? `Postponed by ${span(Number(by))}` : move === "repeat" ? "Run twice" : "Run now"
    return `${what}: ${[kind && timerText(kind), about].filter(Boolean).join(", ")}`
  },
}

/** A control call in words: `Clock advanced by 1 h`. */
export function callText({ call, path, body }: ControlLogEntry, result?: unknown): string {
  const [, pattern = ""] = call.split(" ")
  const parts = path.split("/")
  const ids = pattern
    .split("/")
    .flatMap((part, index) => (part.startsWith("{") ? [decodeURIComponent(parts[index] ?? "")] : []))
  return words[call]?.(Object(body), ids, Object(result)) ?? call
}
