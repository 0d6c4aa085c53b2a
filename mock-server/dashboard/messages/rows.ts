import { findWords } from "../../base/find-words.ts"
import type { LightMessage } from "../../domain/messages/light-message.ts"
import { liveRows } from "../app/live.ts"
import { fateOfMessage } from "./fate.ts"

/** Every message, counted by what became of it. */
export const messages = liveRows<LightMessage>({
  kind: "message",
  path: "rows/message",
  groupsOf: (message) => [fateOfMessage(message).word],
})

/** What is looked for among messages. */
export interface MessageSearch {
  readonly text: string
  readonly fate: string
}

/** Whether a message fits: every word of the text stands in its recipient, subject or id, in small letters or large. */
export function fitsSearch({ text, fate }: MessageSearch): ((message: LightMessage) => boolean) | undefined {
  const hasWords = findWords(text)
  if (hasWords === undefined && fate === "") return undefined
  return (message) => {
    if (fate !== "" && fateOfMessage(message).word !== fate) return false
    return hasWords?.(`${message.to}\n${message.subject ?? ""}\n${message.channel}\n${message.id}`) ?? true
  }
}
