import { lastMoment } from "../base/clock.ts"
import { conflict, invalid, notFound } from "../base/mock-error.ts"
import type { Timer } from "../base/timers.ts"
import type { TaskKind } from "../world/task-kinds.ts"
import type { World } from "../world/world.ts"

export const timerMoves = ["promote", "postpone", "repeat"] as const
type TimerMove = (typeof timerMoves)[number]

/** Work that asks its record for the date, and does nothing before it: only time itself brings it on. */
const dated: ReadonlySet<TaskKind> = new Set([
  "suppression.expire",
  "provisioning.expire",
  "provisioning.notice",
  "provisioning.remind",
])

/**
 * Brings work on, so that it runs now; puts it off by `by` milliseconds; or has it run twice, now and at its own time, as a queue
 * may that delivers at least once. Answers the timer as it waits then. 404 where there is none, 409 where it does not wait any more.
 */
export function moveTimer(world: World, id: number, move: TimerMove, by: number): Timer<TaskKind> {
  const { timers } = world
  const timer = timers.get(id)
  if (timer === undefined) throw notFound("Timer")
  if ("error" in timer) throw conflict("The work has failed: it waits for nothing any more")
  if (move !== "postpone" && dated.has(timer.kind)) {
    throw conflict(
      `${timer.kind} goes by a date of its own: move time to ${new Date(timer.dueAt).toISOString()} instead`,
    )
  }
  if (move === "repeat") {
    const again = timers.schedule(world.now(), timer.kind, timer.subject)
    return { ...timer, id: again, dueAt: world.now() }
  }
  const dueAt = move === "promote" ? world.now() : timer.dueAt + by
  if (dueAt > lastMoment) throw invalid({ by: ["leads past the year 9999"] })
  if (!timers.move(id, dueAt)) throw conflict("The work is under way")
  if (timer.kind === "webhook.attempt") tellDelivery(world, timer, dueAt)
  return { ...timer, dueAt }
}

/** A delivery says itself when it is tried next. */
function tellDelivery({ tables }: World, { id, subject }: Timer<TaskKind>, dueAt: number): void {
  const delivery = tables.webhookDeliveries.get(subject)
  if (delivery?.timer === id) tables.webhookDeliveries.update(delivery, { next_attempt_at: dueAt })
}
