import { conflict, notFound } from "../base/mock-error.ts"
import { type SnapshotState, takeSnapshot } from "./snapshot.ts"
import type { World } from "./world.ts"

/** How many there may be: each keeps the rows that have changed since. */
const maxCheckpoints = 100

/** A state of a world under a name. */
export interface Checkpoint {
  /** What it is called. */
  readonly name: string
  /** The world's time then: ISO 8601. */
  readonly now: string
}

interface Kept extends Checkpoint {
  readonly snapshot: SnapshotState
}

/**
 * States that a world can go back to. They are the place's, not the state's: a reset or a rewind leaves them as they are.
 * @internal
 */
export class Checkpoints {
  readonly #kept = new Map<string, Kept>()

  /** `changed` is called for each checkpoint that is saved or removed. */
  constructor(private readonly changed: () => void) {}

  /** Saves the current state; replaces a checkpoint of the same name. 409 at the maximum number. */
  save(name: string, world: World): Checkpoint {
    if (!this.#kept.has(name) && this.#kept.size >= maxCheckpoints) {
      throw conflict(`There are ${maxCheckpoints} checkpoints: remove some`)
    }
    const kept = { name, now: world.timestamp(), snapshot: takeSnapshot(world) }
    this.#kept.set(name, kept)
    this.changed()
    return show(kept)
  }

  /** In the order in which their names came up. */
  list(): Checkpoint[] {
    return [...this.#kept.values()].map(show)
  }

  get(name: string): SnapshotState {
    const kept = this.#kept.get(name)
    if (kept === undefined) throw notFound(`Checkpoint ${name}`)
    return kept.snapshot
  }

  remove(name: string): void {
    if (!this.#kept.delete(name)) throw notFound(`Checkpoint ${name}`)
    this.changed()
  }
}

const show = ({ name, now }: Kept): Checkpoint => ({ name, now })
