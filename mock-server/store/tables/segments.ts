import { JsonObject } from "../../../sdk/contract/core/shared.ts"
import { Segment } from "../../../sdk/contract/segments.ts"
import { Collection } from "../collection.ts"
import type { Fields } from "../row.ts"

/** A segment without the number of its contacts, which is counted when it is asked for. */
export type SegmentRow = Omit<Fields<Segment>, "cached_count" | "filters"> & {
  /** Fields of a contact, and what they must be. */
  readonly filters: Record<string, unknown>
}

const segmentsSchema = Segment.omit({ cached_count: true }).extend({ filters: JsonObject })

export const segmentsTable = () =>
  new Collection<SegmentRow, "brand">({
    row: segmentsSchema,
    name: "Segment {id}",
    stamps: "both",
    groups: { brand: (segment) => segment.brand_id },
  })
