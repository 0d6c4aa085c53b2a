import * as z from "zod"
import { defineControl } from "./control.ts"
import { Moment } from "./moments.ts"

/** Which requests; everything given must fit. */
export const RequestQuery = z.strictObject({
  method: z.string().optional(),
  /** Without the query; `*` stands for any text. */
  path: z.string().optional(),
  status: z.int().optional(),
  /** Requests that came then or later. */
  since: Moment.optional(),
  /** Requests that came after the one with this id. */
  after: z.int().min(0).optional(),
  /** Only the newest so many of them. */
  limit: z.int().min(1).optional(),
})
export interface RequestQuery extends z.input<typeof RequestQuery> {}

export const requestControls = {
  list: defineControl({ method: "GET", path: "/requests", query: RequestQuery }, ({ world }, { query }) =>
    world.journal.list(query),
  ),
  clear: defineControl({ method: "DELETE", path: "/requests", status: 204 }, ({ world }) => world.journal.clear()),
}
