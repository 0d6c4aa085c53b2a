import * as z from "zod"
import { Id, IdParams } from "../../sdk/contract/core/shared.ts"
import { invalid, notFound } from "../base/mock-error.ts"
import type { ParkedTimer, Timer } from "../base/timers.ts"
import { moveTimer, timerMoves } from "../world/move-timer.ts"
import type { TaskKind } from "../world/task-kinds.ts"
import type { World } from "../world/world.ts"
import { defineControl } from "./control.ts"
import { Duration } from "./moments.ts"
import { aboutTimer } from "./timer-subjects.ts"

/** Selects timers. */
export const TimerQuery = z.strictObject({
  /** Only the earliest N. */
  limit: z.int().min(1).optional(),
})

/** Work that is scheduled, running or failed. */
export interface TimerView {
  /** The id of the timer. */
  readonly id: number
  /** The kind of work. */
  readonly kind: TaskKind
  /** The id of its subject. */
  readonly subject: number
  /** A description of the subject, such as `email.sent of message 4 to https://shop.test/hooks`; null if it no longer exists. */
  readonly about: string | null
  /** ISO 8601. */
  readonly due_at: string
  /** True if the world began with it: work of its seed data or fixtures. */
  readonly is_seeded?: true
  /** The thrown error: the work is parked and does not run again. */
  readonly error?: string
}

/** @internal */
export const timerView = (
  world: World,
  { id, kind, subject, dueAt, ...failed }: Timer<TaskKind> | ParkedTimer<TaskKind>,
): TimerView => ({
  id,
  kind,
  subject,
  about: aboutTimer(world, kind, subject) ?? null,
  due_at: new Date(dueAt).toISOString(),
  ...(id <= world.lastSeededTimer ? { is_seeded: true as const } : {}),
  ...failed,
})

const TimerParams = z.strictObject({ id: Id, move: z.enum(timerMoves) })

/** Options of moving a timer. */
export const TimerMove = z.strictObject({
  /** The delay; only with `postpone`. */
  by: Duration.optional(),
})

/** @internal */
export const timerControls = {
  list: defineControl({ method: "GET", path: "/timers", query: TimerQuery }, ({ world }, { query }): TimerView[] =>
    world.timers
      .overview()
      .slice(0, query.limit)
      .map((timer) => timerView(world, timer)),
  ),

  get: defineControl({ method: "GET", path: "/timers/{id}", params: IdParams }, ({ world }, { params }): TimerView => {
    const timer = world.timers.overview().find(({ id }) => id === params.id)
    if (timer === undefined) throw notFound("Timer")
    return timerView(world, timer)
  }),

  /** `promote` runs it now instead, `repeat` runs it now as well, `postpone` delays it. */
  move: defineControl(
    { method: "POST", path: "/timers/{id}/{move}", status: 202, params: TimerParams, body: TimerMove },
    ({ world }, { params: { id, move }, body: { by } }): TimerView => {
      if (move === "postpone" && by === undefined) throw invalid({ by: ["is required to postpone"] })
      if (move !== "postpone" && by !== undefined) throw invalid({ by: ["is allowed only with postpone"] })
      return timerView(world, moveTimer(world, id, move, by ?? 0))
    },
  ),
}
