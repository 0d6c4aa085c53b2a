import type { LintSeverity } from "../../../sdk/sending/lint/index.ts"
import type { MessageContentRow, MessageRow } from "../../base/models.gen.ts"
import type { World } from "../../world/world.ts"
import { readMail } from "./read-mail.ts"
import { serviceTags } from "./send.ts"
import { warningsOf } from "./warnings.ts"

/** A message without its contents, and its status. */
export interface LightMessage extends MessageRow {
  /** The last event of the recipient or provider, such as `email.bounced`, without bots. Null before the first. */
  readonly last_event: {
    /** For example `email.delivered`. */
    readonly type: string
    /** When it happened: ISO 8601. */
    readonly timestamp: string
  } | null
  /** The highest severity that `lintMessage` finds in it; null if it finds nothing. */
  readonly worst_warning: LintSeverity | null
  /** Its first words: those of the preheader, the text or the HTML. */
  readonly first_words: string
  /** The sender's tags, without the service's. */
  readonly tags: Readonly<Record<string, string>>
}

/** The names of tags that the service adds. */
const isOfService = new Set(Object.keys(serviceTags(0, 0, 0)))

/** How many characters the first words have at most, and how many of the HTML are read for them. */
const [maxWords, maxRead] = [120, 2_000]

function firstWords({ preheader, text, html }: MessageContentRow): string {
  const words = preheader || text || readMail((html ?? "").slice(0, maxRead)).text
  return words.slice(0, maxRead).replace(/\s+/g, " ").trim().slice(0, maxWords)
}

/** @internal */
export function lightMessage(world: World, message: MessageRow): LightMessage {
  const content = world.tables.messageContents.get(message.id)
  const last = content?.timeline.findLast(({ type }) => !type.includes(".bot_"))
  const severities = content ? warningsOf(message, content).map(({ severity }) => severity) : []
  return {
    ...message,
    last_event: last === undefined ? null : { type: last.type, timestamp: last.timestamp },
    worst_warning: severities.includes("error") ? "error" : (severities[0] ?? null),
    first_words: content === undefined ? "" : firstWords(content),
    tags: Object.fromEntries(Object.entries(content?.tags ?? {}).filter(([name]) => !isOfService.has(name))),
  }
}
