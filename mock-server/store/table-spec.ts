import type * as z from "zod"
import type { EventOf, StateMachine, StateOf } from "../base/state-machine.ts"
import type { IndexKeys } from "./indexes.ts"
import type { Created, Stamped } from "./row.ts"

interface Known<R, G extends string, U extends string, M> extends IndexKeys<R, G, U> {
  /** What its rows hold: a row that comes from outside is checked by this. */
  readonly row: z.core.$ZodType<R>
  /** What a 404 calls a row, for example `Campaign`; `{id}` stands for the id that was asked for. */
  readonly name?: string
  /** The stamps that it writes: `created_at` alone, or `updated_at` too. */
  readonly stamps?: "created" | "both"
  /** By which its rows change their status. */
  readonly machine?: StateMachine<StateOf<M>, EventOf<M>>
}

/** What must be said of rows that have stamps, or a status. */
type Needed<R, M> = (R extends Stamped
  ? { readonly stamps: "both" }
  : R extends Created
    ? { readonly stamps: "created" }
    : unknown) &
  ([M] extends [never] ? unknown : { readonly machine: M })

/** What a table knows of its rows. */
export type TableSpec<R, G extends string, U extends string, M> = Known<R, G, U, M> & Needed<R, M>
