import type * as z from "zod"

/** A stored record. Rows are immutable: an update replaces the row. */
export interface Row {
  /** The record's id. */
  readonly id: number
}

/** A record's own fields, without the "anything else" that models read from the wire carry. */
export type Fields<M> = { readonly [K in keyof M as string extends K ? never : K]: M[K] }

export type RowOf<S extends z.core.$ZodType> = Fields<z.output<S>>

/** A row that says when it was made, in ISO 8601. */
export interface Created {
  readonly created_at: string
}

/** A row that also says when it last changed. */
export interface Stamped extends Created {
  readonly updated_at: string
}

export type Owned = { readonly brand_id: number } | { readonly account_id: number }

/** For whom a row is looked up: one that has a brand must be of this brand, any other of this account. */
export interface Owner {
  readonly brand: Row
  readonly account: Row
}

export interface Time {
  /** Now, in ISO 8601. */
  timestamp(): string
}

/** The fields of a new row: the table adds the id and the creation time. */
export type NewRow<R> = Omit<R, "id" | (R extends Stamped ? keyof Stamped : R extends Created ? keyof Created : never)>

/** The fields that may change: ids are fixed, and a status changes only by its state machine. */
export type Changes<R> = { readonly [K in Exclude<keyof R, "id" | "status">]?: R[K] }
