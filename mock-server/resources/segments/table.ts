import { JsonObject } from "../../../sdk/contract/core/shared.ts"
import { Segment } from "../../../sdk/contract/segments.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"

/** A segment without its number of contacts, which is counted on request. */
const segmentsSchema = Segment.omit({ cached_count: true }).extend({
  /** Contact fields and the required values. */
  filters: JsonObject,
})
export interface SegmentRow extends RowOf<typeof segmentsSchema> {}

export const segmentsTable = () =>
  new Collection<SegmentRow, "brand">({
    row: segmentsSchema,
    name: "Segment {id}",
    timestamps: "both",
    groups: { brand: (segment) => segment.brand_id },
  })
