import { JsonObject } from "../../../sdk/contract/core/shared.ts"
import { Segment } from "../../../sdk/contract/segments.ts"
import { Collection } from "../collection.ts"
import type { RowOf } from "../row.ts"

/** A segment without the number of its contacts, which is counted when it is asked for. */
const segmentsSchema = Segment.omit({ cached_count: true }).extend({
  /** Fields of a contact, and what they must be. */
  filters: JsonObject,
})
export interface SegmentRow extends RowOf<typeof segmentsSchema> {}

export const segmentsTable = () =>
  new Collection<SegmentRow, "brand">({
    row: segmentsSchema,
    name: "Segment {id}",
    stamps: "both",
    groups: { brand: (segment) => segment.brand_id },
  })
