import type { LightMessage } from "../../domain/messages/light-message.ts"
import type { Tone } from "../app/parts.tsx"

/** What became of a message last, in a word. */
export interface Fate {
  readonly word: string
  readonly tone: Tone
}

/** By what the last event says, without the channel in front. */
const fates: Readonly<Record<string, Fate>> = {
  queued: { word: "queued", tone: "warn" },
  sent: { word: "sent", tone: "info" },
  delivered: { word: "delivered", tone: "good" },
  opened: { word: "opened", tone: "good" },
  clicked: { word: "clicked", tone: "good" },
  bounced: { word: "bounced", tone: "bad" },
  complained: { word: "complained", tone: "bad" },
  failed: { word: "failed", tone: "bad" },
}

/** The words of all fates, for filters. */
export const fateWords = Object.keys(fates)

/** "email.opened" → opened, and how good that is. */
export const fateOf = (event: string): Fate => fates[wordOf(event)] ?? { word: wordOf(event), tone: "quiet" }

const wordOf = (event: string) => event.slice(event.indexOf(".") + 1)

/** A message that nothing has happened to yet stands as its status says. */
export const fateOfMessage = ({ last_event, status }: Pick<LightMessage, "last_event" | "status">): Fate =>
  fateOf(last_event?.type ?? status)
