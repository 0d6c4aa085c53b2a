import type { PageRequest } from "../../sdk/contract/core/endpoint.ts"
import type { Page } from "../store/collection.ts"

/** A page with each row as it is shown. */
export const shownAs = <R, V>({ rows, total }: Page<R>, view: (row: R) => V): Page<V> => ({
  rows: rows.map((row) => view(row)),
  total,
})

/** One page of a whole list. */
export const pageOf = <R>(all: readonly R[], { number, size }: PageRequest): Page<R> => ({
  rows: all.slice((number - 1) * size, number * size),
  total: all.length,
})
