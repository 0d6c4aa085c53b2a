/*
 * Endpoints, listed by `npm run generate`.
 * list: GET /v1/my/segments
 */

import type { Segment } from "../../../sdk/contract/segments.ts"
import type { World } from "../../world/world.ts"
import { countOfSegment } from "../campaigns/audience.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { mapPage } from "../pages.ts"
import type { SegmentRow } from "./table.ts"

export function segmentView(world: World, segment: SegmentRow): Segment {
  const { created_at, updated_at, ...rest } = segment
  return { ...rest, cached_count: countOfSegment(world, segment), created_at, updated_at }
}

export const segmentHandlers: HandlersFor<"segments"> = {
  list: (world, { brand }, { page }) =>
    mapPage(world.tables.segments.page("brand", brand.id, page), (segment) => segmentView(world, segment)),
}
