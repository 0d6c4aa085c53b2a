import * as z from "zod"
import { anyKey } from "./core/credentials.ts"
import { defineEndpoint } from "./core/endpoint.ts"
import { limits } from "./core/limits.ts"
import { Id, JsonObject, openSet, Timestamp } from "./core/shared.ts"

/** The contacts that match a set of filters. Spec: Contacts, lists and other groups. */
export const Segment = z.looseObject({
  id: Id,
  brand_id: Id,
  name: z.string(),
  /** Who made it. */
  origin: openSet(["user", "system"]),
  filters: z.union([JsonObject, z.array(JsonObject)]),
  /** Contacts that matched when it was last counted. */
  cached_count: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export interface Segment extends z.infer<typeof Segment> {}

/** Contacts by filter. */
export const segments = {
  list: defineEndpoint({
    method: "GET",
    path: "/v1/my/segments",
    summary: "List the brand's segments",
    section: "Contacts, lists and other groups",
    auth: anyKey,
    paginated: { size: limits.pageSizeDefault },
    response: Segment,
  }),
} as const
