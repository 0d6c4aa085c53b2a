import type { LightMessage } from "../../resources/messages/light-message.ts"
import type { RowKind } from "../app/list-view.tsx"
import { liveRows } from "../app/live.ts"
import type { Status, Tone } from "../app/parts.tsx"

/** Tones by the last event, without the channel prefix. */
const tones: Readonly<Record<string, Tone>> = {
  queued: "warn",
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

export const statusOfMessage = ({ last_event, status }: LightMessage): Status =>
  statusOfEvent(last_event?.type ?? status)

const stateOf = (message: LightMessage) => statusOfMessage(message).word

export const messages = liveRows<LightMessage>("message", (message) => [stateOf(message)])

export const messageKind: RowKind<LightMessage> = {
  rows: messages,
  one: "message",
  many: "messages",
  textOf: ({ to, subject, channel, id }) => [to, subject, channel, id],
  stateOf,
  states: Object.keys(tones),
}
