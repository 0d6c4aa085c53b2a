import { AsyncLocalStorage } from "node:async_hooks"
import type { Random } from "../../base/random.ts"

/**
 * One life of a process, the simulation's own function, or the service. It owns the work that it starts; its death
 * cancels that work.
 */
export interface Actor {
  readonly name: string
  readonly program: string
  isAlive: boolean
  /** Its own random numbers, so that others do not influence it. */
  readonly random: Random
  /** Number of pieces of work that have not ended. */
  running: number
  /** Number of pending waits for virtual time or for other actors. A running actor without any waits for real time. */
  waiting: number
  /** Number of these waits that are timers. They may be time limits of work that waits for real time. */
  timers: number
  /** True for work that runs while virtual time is stopped: its immediates run on the host. */
  readonly isBesideTime: boolean
  /** Called for each of its steps; returns true if the actor crashed there. */
  endsAt?: (step: string) => boolean
}

/** The actor that owns the current work, across promises and callbacks. */
export const currentActor = new AsyncLocalStorage<Actor>()
