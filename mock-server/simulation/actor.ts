import { AsyncLocalStorage } from "node:async_hooks"
import type { Random } from "../base/random.ts"

/** One life of a process, the day's own function, or the service: what it has begun is its own, and dropped when it dies. */
export interface Actor {
  readonly name: string
  /** The program that it is a life of. */
  readonly program: string
  isAlive: boolean
  /** Chance of its own, so that what others do leaves it alone. */
  readonly random: Random
  /** How much it does that has not ended. */
  running: number
  /** How much of virtual time, or of others, it waits for. What runs and waits for none of it waits for the real world. */
  waiting: number
  /** How many of these are timers that it has set. They may be limits to work that waits for the real world. */
  timers: number
  /** True for what is done while time stands: an immediate of it runs as one of the host. */
  readonly isBesideTime: boolean
  /** Told of each of its steps, which may be its last; answers whether it was. */
  endsAt?: (step: string) => boolean
}

/** Whose work it is, through promises and callbacks, whoever runs meanwhile. */
export const currentActor = new AsyncLocalStorage<Actor>()
