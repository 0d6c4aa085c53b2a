import type { PageRequest } from "../../sdk/contract/core/endpoint.ts"
import type { PageOfRows } from "../base/reply.ts"

export const mapPage = <R, V>({ rows, total }: PageOfRows<R>, view: (row: R) => V): PageOfRows<V> => ({
  rows: rows.map((row) => view(row)),
  total,
})

export const pageOf = <R>(all: readonly R[], { number, size }: PageRequest): PageOfRows<R> => ({
  rows: all.slice((number - 1) * size, number * size),
  total: all.length,
})
