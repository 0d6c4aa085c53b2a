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

/** Events that the API tells in `status_reason_code`. */
const isTold = new Set(["bounced", "complained"])

/** The status of the API, which stays `sent` whatever the recipient does, and what became of it: "sent · opened". */
export function statusOfMessage({ last_event, status, status_reason_code }: LightMessage): Status {
  const { word, tone } = statusOfEvent(last_event?.type ?? status)
  if (word === status) return { word, tone }
  const outcome = isTold.has(word) && status_reason_code ? status_reason_code.replace("_", " ") : word
  return { word: `${status} · ${outcome}`, tone }
}

const outcomes = ["delivered", "opened", "clicked", "hard bounce", "soft bounce", "complaint"]

/** The tags as they are shown, and searched. */
export const tagTexts = ({ tags }: LightMessage) => Object.entries(tags).map(([name, value]) => `${name}: ${value}`)

const stateOf = (message: LightMessage) => statusOfMessage(message).word

export const messages = liveRows<LightMessage>("message", (message) => [stateOf(message)])

export const messageKind: RowKind<LightMessage> = {
  rows: messages,
  one: "message",
  many: "messages",
  textOf: (message) => {
    const { to, subject, channel, id, first_words } = message
    return [to, subject, channel, id, first_words, ...tagTexts(message)]
  },
  stateOf,
  states: ["queued", "sent", ...outcomes.map((outcome) => `sent · ${outcome}`), "failed"],
}
