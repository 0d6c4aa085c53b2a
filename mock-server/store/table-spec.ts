import type * as z from "zod"
import type { EventOf, StateMachine, StateOf } from "../base/state-machine.ts"
import type { IndexKeys } from "./indexes.ts"
import type { Created, Stamped } from "./row.ts"

interface Known<R, G extends string, U extends string, M> extends IndexKeys<R, G, U> {
  /** The schema of its rows; rows from outside are validated against it. */
  readonly row: z.core.$ZodType<R>
  /** The record's name in a 404, for example `Campaign`; `{id}` is replaced with the requested id. */
  readonly name?: string
  /** The stamps that it writes: `created_at` alone, or `updated_at` too. */
  readonly stamps?: "created" | "both"
  /** By which its rows change their status. */
  readonly machine?: StateMachine<StateOf<M>, EventOf<M>>
}

/** Further settings of tables whose rows have timestamps or a status. */
type Needed<R, M> = (R extends Stamped
  ? { readonly stamps: "both" }
  : R extends Created
    ? { readonly stamps: "created" }
    : unknown) &
  ([M] extends [never] ? unknown : { readonly machine: M })

export type TableSpec<R, G extends string, U extends string, M> = Known<R, G, U, M> & Needed<R, M>
