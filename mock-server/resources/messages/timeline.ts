import type { MessageContentRow } from "../../base/models.gen.ts"
import type { EventOf, StateOf } from "../../base/state-machine.ts"
import { timelineMachine } from "./machine.ts"
import type { ReportedEvent } from "./report.ts"

type Step = EventOf<typeof timelineMachine>

/** The step of news. What a scanner does is possible when a person can do it. @internal */
export function stepOf(news: ReportedEvent): Step {
  if (news.type === "bounced") return `${news.bounce.type}_bounced`
  if (news.type === "bot_opened") return "opened"
  return news.type === "bot_clicked" ? "clicked" : news.type
}

/** Where a message stands, computed from its timeline. A step that a state file should not have changes nothing. @internal */
export function stateOf({ timeline }: Pick<MessageContentRow, "timeline">): StateOf<typeof timelineMachine> {
  let state: StateOf<typeof timelineMachine> = timelineMachine.initial
  for (const { type, detail } of timeline) {
    const step = stepOf({ bounce: {}, ...detail, type: type.slice(type.indexOf(".") + 1) } as ReportedEvent)
    if (timelineMachine.can(state, step)) state = timelineMachine.next(state, step)
  }
  return state
}
