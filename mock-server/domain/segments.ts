import type { Segment } from "../../sdk/contract/segments.ts"
import type { SegmentRow } from "../store/tables/segments.ts"
import type { World } from "../world/world.ts"
import { countOfSegment } from "./audience.ts"

export function segmentView(world: World, segment: SegmentRow): Segment {
  const { created_at, updated_at, ...rest } = segment
  return { ...rest, cached_count: countOfSegment(world, segment), created_at, updated_at }
}
