import * as z from "zod"
import { IdParams } from "../../sdk/contract/core/shared.ts"
import type { LintFinding } from "../../sdk/lint/index.ts"
import { notFound } from "../base/mock-error.ts"
import { warningsOfMade } from "../domain/messages/warnings.ts"
import type { JournalEntry } from "../world/journal.ts"
import { defineControl } from "./control.ts"
import { Moment } from "./moments.ts"
import { waitFor, waitQuery } from "./waiting.ts"

/** Which requests; everything given must fit. */
export const RequestQuery = z.strictObject({
  /** Only requests with this method. */
  method: z.string().optional(),
  /** Without the query; `*` stands for any text. */
  path: z.string().optional(),
  /** Only requests that were answered with this status. */
  status: z.int().optional(),
  /** Requests that came then or later. */
  since: Moment.optional(),
  /** Requests that came after the one with this id. */
  after: z.int().min(0).optional(),
  /** Only those that were answered by an error, or not at all. */
  failed: z.boolean().optional(),
  /** Only the newest N. */
  limit: z.int().min(1).optional(),
})

/** Which requests are waited for. */
export const RequestWait = RequestQuery.omit({ limit: true }).extend(waitQuery)

/** A request in full. */
export interface RequestDetail extends JournalEntry {
  /** What `lintMessage` finds in the messages that it made. */
  readonly warnings: readonly LintFinding[]
}

/** @internal */
export const requestControls = {
  list: defineControl({ method: "GET", path: "/requests", query: RequestQuery }, ({ world }, { query }) =>
    world.journal.list(query),
  ),

  wait: defineControl(
    { method: "GET", path: "/requests/wait", query: RequestWait, waits: true },
    (mounted, { query: { count, timeout, since, after, failed, ...wanted } }): Promise<readonly JournalEntry[]> =>
      waitFor(mounted, {
        what: "request",
        find: ({ journal }) => journal.list({ ...wanted, since, after, failed }),
        all: ({ journal }) => journal.list({ since, after }),
        wanted,
        count,
        timeout,
      }),
  ),

  get: defineControl(
    { method: "GET", path: "/requests/{id}", params: IdParams },
    ({ world }, { params }): RequestDetail => {
      const entry = world.journal.get(params.id)
      if (entry === undefined) throw notFound("Request")
      return { ...entry, warnings: warningsOfMade(world, entry.made) }
    },
  ),

  clear: defineControl({ method: "DELETE", path: "/requests", status: 204 }, ({ world }) => world.journal.clear()),
}
