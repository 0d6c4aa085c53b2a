import type { LightMessage } from "../../domain/messages/light-message.ts"
import type { RowKind } from "../app/list-view.tsx"
import { liveRows } from "../app/live.ts"
import { fateOfMessage, fateWords } from "./fate.ts"

const stateOf = (message: LightMessage) => fateOfMessage(message).word

/** Every message, counted by what became of it. */
export const messages = liveRows<LightMessage>({
  kind: "message",
  path: "rows/message",
  groupsOf: (message) => [stateOf(message)],
})

export const messageKind: RowKind<LightMessage> = {
  rows: messages,
  one: "message",
  many: "messages",
  textOf: ({ to, subject, channel, id }) => [to, subject, channel, id],
  stateOf,
  states: fateWords,
}
