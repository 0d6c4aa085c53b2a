import * as z from "zod"
import { anyKey } from "./core/credentials.ts"
import { defineEndpoint } from "./core/endpoint.ts"
import { limits } from "./core/limits.ts"
import type * as models from "./core/models.gen.ts"
import { Id, JsonObject, openEnum, recordTimes } from "./core/shared.ts"

/** The contacts that match a set of filters. Spec: Contacts, lists and other groups. */
export const Segment = z.looseObject({
  /** The segment's id. */
  id: Id,
  /** The brand that it belongs to. */
  brand_id: Id,
  /** What the segment is called. */
  name: z.string(),
  /** Who made it. */
  origin: openEnum(["user", "system"]),
  /** Fields of a contact, and what they must be. */
  filters: z.union([JsonObject, z.array(JsonObject)]),
  /** Contacts that matched when it was last counted. */
  cached_count: z.int(),
  ...recordTimes,
})
export interface Segment extends models.Segment {}

/** Contacts by filter. */
export const segments = {
  list: defineEndpoint({
    method: "GET",
    path: "/v1/my/segments",
    summary: "List the brand's segments",
    section: "Contacts, lists and other groups",
    auth: anyKey,
    recipients: "nobody",
    paginated: { size: limits.pageSizeDefault },
    response: Segment,
  }),
} as const
