import type { Outcome } from "./scheduler.ts"
import type { TaskKind } from "./task-kinds.ts"
import type { World } from "./world.ts"

/** What a timer does at its due time. Work that stays in the process answers nothing. */
export type Task = (world: World, subject: number) => Outcome

/** A kind without an entry does not compile. */
export type Tasks = Readonly<Record<TaskKind, Task>>
