import { tablesOf } from "./snapshot.ts"
import type { World } from "./world.ts"

export interface Change {
  /** The table's name, or `timers`, `clock`, `requests`, `attempts`, `faults`, `outcomes`, `sends`. */
  readonly part: string
  /** The row's id; for an attempt, its delivery's id; 0 if the change concerns no single row. */
  readonly id: number
  /** The new timer or attempt, or what was sent; undefined for a timer that is gone, and for other parts. */
  readonly value?: unknown
}

type Note = (change: Change) => void

const watching = new WeakMap<World, Set<Note>>()

/**
 * Reports each change of a world to `note`, until the returned function is called. State that only affects the future is not
 * reported.
 */
export function watchWorld(world: World, note: Note): () => void {
  const notes = watching.get(world) ?? new Set()
  watching.set(world, notes)
  notes.add(note)
  report(world, (change) => {
    for (const each of notes) each(change)
  })
  return () => {
    notes.delete(note)
    if (notes.size === 0) report(world, undefined)
  }
}

function report(world: World, note: Note | undefined): void {
  const { timers, clock, journal, attempts, faults, outcomes, sends } = world
  const noteIn = (part: string) => note && ((id = 0, value?: unknown) => note({ part, id, value }))

  for (const [part, table] of Object.entries(tablesOf(world))) table.watch(noteIn(part))
  timers.watch(noteIn("timers"))
  clock.watch(noteIn("clock"))
  journal.watch(noteIn("requests"))
  attempts.watch(noteIn("attempts"))
  faults.watch(noteIn("faults"))
  outcomes.watch(noteIn("outcomes"))
  sends.watch(noteIn("sends"))
}
