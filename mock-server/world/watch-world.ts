import { tablesOf } from "./snapshot.ts"
import type { World } from "./world.ts"

export interface Change {
  /** The table's name, or `timers`, `clock`, `requests`, `attempts`, `faults`, `outcomes`, `sends`. */
  readonly part: string
  /** The row's id; for an attempt, its delivery's id; 0 if the change concerns no single row. */
  readonly id: number
}

/**
 * Reports each change of a world to `note`; unsubscribe by calling without `note`. State that only affects the future is not
 * reported.
 */
export function watchWorld(world: World, note: ((change: Change) => void) | undefined): void {
  const { timers, clock, journal, attempts, faults, outcomes, sends } = world
  const noteIn = (part: string) => note && ((id = 0) => note({ part, id }))

  for (const [part, table] of Object.entries(tablesOf(world))) table.watch(noteIn(part))
  timers.watch(noteIn("timers"))
  clock.watch(noteIn("clock"))
  journal.watch(noteIn("requests"))
  attempts.watch(noteIn("attempts"))
  faults.watch(noteIn("faults"))
  outcomes.watch(noteIn("outcomes"))
  sends.watch(noteIn("sends"))
}
