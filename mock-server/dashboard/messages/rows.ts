import type { LightMessage } from "../../resources/messages/light-message.ts"
import type { RowKind } from "../app/list-view.tsx"
import { liveRows } from "../app/live.ts"
import type { Status, Tone } from "../app/parts.tsx"

/** Tones by the last event, without the channel prefix. */
const tones: Readonly<Record<string, Tone>> = {
  queued: "quiet",
  sent: "info",
  delivered: "good",
  opened: "good",
  clicked: "good",
  bounced: "bad",
  complained: "bad",
  failed: "bad",
}

/** "email.opened" → opened, with its tone. */
export function statusOfEvent(event: string): Status {
  const word = event.slice(event.indexOf(".") + 1)
  return { word, tone: tones[word] ?? "quiet" }
}

/** What the API tells beside the status `sent`: in `status_reason_code`. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  bounced: ["sent · hard bounce", "sent · soft bounce"],
  complained: ["sent · complaint"],
}

/** The last event. A bounce or complaint leaves the status of the API as it is, so both are told: "sent · hard bounce". */
export function statusOfMessage({ last_event, status, status_reason_code }: LightMessage): Status {
  const eventStatus = statusOfEvent(last_event?.type ?? status)
  if (!(eventStatus.word in reasons) || !status_reason_code) return eventStatus
  return { ...eventStatus, word: `${status} · ${status_reason_code.replace("_", " ")}` }
}

const stateOf = (message: LightMessage) => statusOfMessage(message).word

export const messages = liveRows<LightMessage>("message", (message) => [stateOf(message)])

export const messageKind: RowKind<LightMessage> = {
  rows: messages,
  one: "message",
  many: "messages",
  textOf: ({ to, subject, channel, id, first_words, tags }) => [
    to,
    subject,
    channel,
    id,
    first_words,
    ...Object.entries(tags).flat(),
  ],
  stateOf,
  states: Object.keys(tones).flatMap((word) => reasons[word] ?? word),
}
