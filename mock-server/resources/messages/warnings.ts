import { type LintFinding, lintMessage } from "../../../sdk/sending/lint/index.ts"
import type { MessageContentRow, MessageRow } from "../../base/models.gen.ts"
import type { CreatedResource } from "../../world/created-resources.ts"
import type { World } from "../../world/world.ts"

const cache = new WeakMap<MessageContentRow, readonly LintFinding[]>()

/** Lint findings of a message as sent. Computed on demand, so that sending is not slowed down. */
export function warningsOf(message: MessageRow, content: MessageContentRow): readonly LintFinding[] {
  const warnings = cache.get(content) ?? lintMessage({ ...content, ...message }, { isFilled: true })
  cache.set(content, warnings)
  return warnings
}

export const warningsOfMade = ({ tables }: World, resources: readonly CreatedResource[]): readonly LintFinding[] =>
  resources.flatMap(({ kind, id }) => {
    if (kind !== "message") return []
    const [message, content] = [tables.messages.get(id), tables.messageContents.get(id)]
    return message && content ? warningsOf(message, content) : []
  })
