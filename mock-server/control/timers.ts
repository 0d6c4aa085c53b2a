import * as z from "zod"
import type { TaskKind } from "../world/task-kinds.ts"
import { defineControl } from "./control.ts"

/** Which timers. */
export const TimerQuery = z.strictObject({
  /** Only the earliest so many of them. */
  limit: z.int().min(1).optional(),
})
export interface TimerQuery extends z.input<typeof TimerQuery> {}

/** Work that waits for its time, is under way, or has failed. */
export interface TimerView {
  readonly id: number
  readonly kind: TaskKind
  /** The id of what it is about. */
  readonly subject: number
  /** ISO 8601. */
  readonly due_at: string
  /** What was thrown: the work is parked, and does not run again. */
  readonly error?: string
}

export const timerControls = {
  list: defineControl({ method: "GET", path: "/timers", query: TimerQuery }, ({ world }, { query }): TimerView[] =>
    world.timers
      .overview()
      .slice(0, query.limit)
      .map(({ id, kind, subject, dueAt, ...failed }) => ({
        id,
        kind,
        subject,
        due_at: new Date(dueAt).toISOString(),
        ...failed,
      })),
  ),
}
