import type { MessageRow } from "../../store/tables/messages.ts"
import type { World } from "../../world/world.ts"

/** A message without its contents, and its status. */
export interface LightMessage extends MessageRow {
  /** The last event of the recipient or provider, such as `email.bounced`, without bots. Null before the first. */
  readonly last_event: {
    /** For example `email.delivered`. */
    readonly type: string
    /** When it happened: ISO 8601. */
    readonly timestamp: string
  } | null
}

export function lightMessage(world: World, message: MessageRow): LightMessage {
  const timeline = world.tables.messageContents.get(message.id)?.timeline ?? []
  const last = timeline.findLast(({ type }) => !type.includes(".bot_"))
  return { ...message, last_event: last === undefined ? null : { type: last.type, timestamp: last.timestamp } }
}
