import type { TaskResult } from "./scheduler.ts"
import type { TaskKind } from "./task-kinds.ts"
import type { World } from "./world.ts"

/** The work of a timer. Synchronous work returns nothing. */
export type Task = (world: World, subject: number) => TaskResult

/** A missing kind does not compile. */
export type Tasks = Readonly<Record<TaskKind, Task>>
