import * as z from "zod"
import { IdParams } from "../../sdk/contract/core/shared.ts"
import type { LintFinding } from "../../sdk/sending/lint/index.ts"
import { notFound } from "../base/mock-error.ts"
import { warningsOfMade } from "../resources/messages/warnings.ts"
import type { JournalEntry } from "../world/journal.ts"
import { defineControl } from "./control.ts"
import { Moment } from "./moments.ts"
import { nearestOf } from "./nearest-miss.ts"
import { waitFor, waitQuery } from "./waiting.ts"

/** Filters requests; all given fields must match. */
export const RequestQuery = z.strictObject({
  /** Only requests with this method. */
  method: z.string().optional(),
  /** Only requests of this path, without its query; `*` matches any text. */
  path: z.string().optional(),
  /** Only requests with this response status. */
  status: z.int().optional(),
  /** Only requests with this query, without the question mark; `*` matches any text. */
  query: z.string().optional(),
  /** Only requests of this endpoint, such as `messages.send`; `*` matches any text. */
  endpoint: z.string().optional(),
  /** Only requests with this kind of credential, such as `api_key`. */
  credential_kind: z.string().optional(),
  /** Only requests with this idempotency key; `*` matches any text. */
  idempotency_key: z.string().optional(),
  /** Only requests at or after this time. */
  since: Moment.optional(),
  /** Only requests after the one with this id. */
  after: z.int().min(0).optional(),
  /** Only requests with an error response or none. */
  failed: z.boolean().optional(),
  /** Only the newest N. */
  limit: z.int().min(1).optional(),
})

/** The requests to wait for. */
export const RequestWait = RequestQuery.omit({ limit: true }).extend(waitQuery)

/** A request in full. */
export interface RequestDetail extends JournalEntry {
  /** Findings of `lintMessage` in the messages that it created. */
  readonly warnings: readonly LintFinding[]
}

/** @internal */
export const requestControls = {
  list: defineControl({ method: "GET", path: "/requests", query: RequestQuery }, ({ world }, { query }) =>
    world.journal.list(query),
  ),

  wait: defineControl(
    { method: "GET", path: "/requests/wait", query: RequestWait },
    (mounted, { query: { count, timeout, since, after, failed, ...filters } }): Promise<readonly JournalEntry[]> =>
      waitFor(mounted, {
        what: "request",
        find: ({ journal }, limit) => journal.list({ ...filters, since, after, failed, limit }),
        all: ({ journal }) => journal.list({ since, after, limit: nearestOf }),
        expected: filters,
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
