import { type LintFinding, lintMessage } from "../../../sdk/lint/index.ts"
import type { MessageContentRow } from "../../store/tables/message-contents.ts"
import type { MessageRow } from "../../store/tables/messages.ts"

const known = new WeakMap<MessageContentRow, readonly LintFinding[]>()

/** What is wrong with a message as it went out. Looked for when somebody asks, so that sending takes no longer. */
export function warningsOf(message: MessageRow, content: MessageContentRow): readonly LintFinding[] {
  const warnings = known.get(content) ?? lintMessage({ ...content, ...message }, { isFilled: true })
  known.set(content, warnings)
  return warnings
}
