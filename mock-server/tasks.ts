import type { Timer } from "./timers.ts"
import type { World } from "./world.ts"

/** Takes in what came of work that went out over the network; run in the order in which the work was due. */
export type Settle = () => void

/** What a timer does at its due time. Work that leaves the process answers with a promise of how to settle it. */
export type Task = (world: World, subject: number) => undefined | Promise<Settle>

/** The kinds of timer. */
export const taskKinds = ["invite.expire"] as const
export type TaskKind = (typeof taskKinds)[number]

/** A kind without an entry does not compile. */
export type Tasks = Readonly<Record<TaskKind, Task>>

/** Runs a timer's task. */
export type RunTimer = (timer: Timer) => undefined | Promise<Settle>
