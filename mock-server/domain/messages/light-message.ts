import type { MessageRow } from "../../store/tables/messages.ts"
import type { World } from "../../world/world.ts"

/** A message without what it says, and what became of it. */
export interface LightMessage extends MessageRow {
  /** The last that a recipient or provider did, such as `email.bounced`; bots do not count. Null where nothing has happened yet. */
  readonly last_event: { readonly type: string; readonly timestamp: string } | null
}

export function lightMessage(world: World, message: MessageRow): LightMessage {
  const timeline = world.tables.messageContents.get(message.id)?.timeline ?? []
  const last = timeline.findLast(({ type }) => !type.includes(".bot_"))
  return { ...message, last_event: last === undefined ? null : { type: last.type, timestamp: last.timestamp } }
}
