import type { LintSeverity } from "../../../sdk/sending/lint/index.ts"
import type { MessageRow } from "../../base/models.gen.ts"
import type { World } from "../../world/world.ts"
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
  }
}
