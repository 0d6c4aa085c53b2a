import { lastMoment } from "../base/clock.ts"
import { conflict, invalid, notFound } from "../base/mock-error.ts"
import type { Timer } from "../base/timers.ts"
import type { TaskKind } from "./task-kinds.ts"
import type { World } from "./world.ts"

export const timerMoves = ["promote", "postpone", "repeat"] as const
type TimerMove = (typeof timerMoves)[number]

/** Work that checks the date of its record and does nothing before it: only advancing the clock makes it run. */
const dated: ReadonlySet<TaskKind> = new Set([
  "suppression.expire",
  "provisioning.expire",
  "provisioning.notice",
  "provisioning.remind",
])

/**
 * Promotes work to run now, postpones it by `by` milliseconds, or repeats it, now and when due, as an at-least-once
 * queue may. Returns the changed timer. 404 for an unknown timer, 409 if it is no longer pending.
 */
export function moveTimer(world: World, id: number, move: TimerMove, by: number): Timer<TaskKind> {
  const { timers } = world
  const timer = timers.get(id)
  if (timer === undefined) throw notFound("Timer")
  if ("error" in timer) throw conflict("The work has failed and does not run again")
  if (move !== "postpone" && dated.has(timer.kind)) {
    throw conflict(
      `${timer.kind} depends on the date of its record: advance the clock to ${new Date(timer.dueAt).toISOString()} instead`,
    )
  }
  if (move === "repeat") {
    const again = timers.schedule(world.now(), timer.kind, timer.subject)
    return { ...timer, id: again, dueAt: world.now() }
  }
  const dueAt = move === "promote" ? world.now() : timer.dueAt + by
  if (dueAt > lastMoment) throw invalid({ by: ["leads past the year 9999"] })
  if (!timers.move(id, dueAt)) throw conflict("The work is already running")
  if (timer.kind === "webhook.attempt") updateDelivery(world, timer, dueAt)
  return { ...timer, dueAt }
}

/** The delivery row also records when it is tried next. */
function updateDelivery({ tables }: World, { id, subject }: Timer<TaskKind>, dueAt: number): void {
  const delivery = tables.webhookDeliveries.get(subject)
  if (delivery?.timer === id) tables.webhookDeliveries.update(delivery, { next_attempt_at: dueAt })
}
