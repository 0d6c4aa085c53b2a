import type { segments } from "../../sdk/contract/segments.ts"
import { notFound } from "../base/service-error.ts"
import { countOfSegment } from "../domain/audience.ts"
import type { SegmentRow } from "../store/tables/segments.ts"
import type { World } from "../world/world.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const segmentHandlers: HandlersFor<typeof segments> = {
  list(world, caller, { page }) {
    const { rows, total } = world.tables.segments.page("brand", caller.brand.id, page)
    const shown = rows.map(({ created_at, updated_at, ...segment }) => ({
      ...segment,
      cached_count: countOfSegment(world, { ...segment, created_at, updated_at }),
      created_at,
      updated_at,
    }))
    return { rows: shown, total }
  },
}

/** A segment of the brand, or the 404. */
export function ownSegment(world: World, brandId: number, id: number): SegmentRow {
  const segment = world.tables.segments.get(id)
  if (segment === undefined || segment.brand_id !== brandId) throw notFound(`Segment ${id}`)
  return segment
}
