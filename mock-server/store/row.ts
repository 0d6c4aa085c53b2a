import type * as z from "zod"

/** A stored record. Rows are immutable: an update replaces the row. */
export interface Row {
  /** The record's id. */
  readonly id: number
}

/** A record's declared fields, without the index signature of response models. */
export type Fields<M> = { readonly [K in keyof M as string extends K ? never : K]: M[K] }

export type RowOf<S extends z.core.$ZodType> = Fields<z.output<S>>

/** A row with its creation time, in ISO 8601. */
export interface Created {
  readonly created_at: string
}

/** A row with creation and update times. */
export interface Stamped extends Created {
  readonly updated_at: string
}

export type Owned = { readonly brand_id: number } | { readonly account_id: number }

/** The owner for lookups: a row with a brand must belong to this brand, any other row to this account. */
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
