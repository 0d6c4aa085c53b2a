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
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0 && fate === "") return undefined
  return (message) => {
    if (fate !== "" && fateOfMessage(message).word !== fate) return false
    const all = `${message.to}\n${message.subject ?? ""}\n${message.channel}\n${message.id}`.toLowerCase()
    return words.every((word) => all.includes(word))
  }
}
