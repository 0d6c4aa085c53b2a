import { tablesOf } from "./snapshot.ts"
import type { World } from "./world.ts"

export interface Change {
  /** The table's name, or `timers`, `clock`, `requests`, `attempts`, `faults`, `outcomes`, `sends`. */
  readonly part: string
  /** The row's id; for an attempt, its delivery's id; 0 if the change concerns no single row. */
  readonly id: number
  /** The work started by the change: kind and subject. */
  readonly work?: string | undefined
  /** Applies the same change to another world in the previous state. */
  readonly again: (world: World) => void
}

/**
 * Reports each change of a world to `note`; unsubscribe by calling without `note`. State that only affects the future is not
 * reported.
 */
export function watchWorld(world: World, note: ((change: Change) => void) | undefined): void {
  const { timers, clock, journal, attempts, faults, outcomes, sends } = world
  const notify = <A extends readonly unknown[]>(changeOf: (...args: A) => Change) =>
    note && ((...args: A) => note(changeOf(...args)))

  for (const [part, table] of Object.entries(tablesOf(world))) {
    const changeOf = (id: number): Change => {
      const row = table.get(id)
      return { part, id, again: (past) => tablesOf(past)[part]?.put(id, row) }
    }
    table.watch(notify(changeOf))
  }
  timers.watch(
    notify((id, timer, taken) => ({
      part: "timers",
      id,
      work: taken && `${taken.kind} ${taken.subject}`,
      again: (past) => past.timers.put(id, timer),
    })),
  )
  clock.watch(
    notify(() => {
      const now = clock.now()
      return { part: "clock", id: 0, again: (past) => past.clock.set({ mode: "frozen", now }) }
    }),
  )
  journal.watch(
    notify((kept) => ({
      part: "requests",
      id: kept?.id ?? 0,
      again: ({ journal: past }) => (kept === undefined ? past.clear() : past.put(kept)),
    })),
  )
  attempts.watch(
    notify((attempt) => ({
      part: "attempts",
      id: attempt.facts.delivery_id,
      again: (past) => past.attempts.add(attempt),
    })),
  )
  faults.watch(
    notify(() => {
      const state = faults.dump()
      return { part: "faults", id: 0, again: (past) => past.faults.load(state) }
    }),
  )
  outcomes.watch(
    notify(() => {
      const state = outcomes.dump()
      return { part: "outcomes", id: 0, again: (past) => past.outcomes.load(state) }
    }),
  )
  sends.watch(
    notify((account, now, recipients) => ({
      part: "sends",
      id: account,
      again: (past) => past.sends.add(account, now, recipients),
    })),
  )
}
