import { conflict, notFound } from "../base/mock-error.ts"
import { type SnapshotState, takeSnapshot } from "./snapshot.ts"
import type { World } from "./world.ts"

/** Maximum number of checkpoints: each keeps the rows that have changed since. */
const maxCheckpoints = 100

/** A named state of a world. */
export interface Checkpoint {
  /** The checkpoint's name. */
  readonly name: string
  /** The world's time at the checkpoint: ISO 8601. */
  readonly now: string
}

interface Kept extends Checkpoint {
  readonly snapshot: SnapshotState
}

/**
 * Saved states to which a world can return. They are not part of the state: a reset or a rewind keeps them.
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
    const checkpoint = { name, now: world.timestamp(), snapshot: takeSnapshot(world) }
    this.#kept.set(name, checkpoint)
    this.changed()
    return show(checkpoint)
  }

  /** In the order in which their names were first used. */
  list(): Checkpoint[] {
    return [...this.#kept.values()].map(show)
  }

  get(name: string): SnapshotState {
    const checkpoint = this.#kept.get(name)
    if (checkpoint === undefined) throw notFound(`Checkpoint ${name}`)
    return checkpoint.snapshot
  }

  remove(name: string): void {
    if (!this.#kept.delete(name)) throw notFound(`Checkpoint ${name}`)
    this.changed()
  }
}

const show = ({ name, now }: Kept): Checkpoint => ({ name, now })
