import type { segments } from "../../sdk/contract/segments.ts"
import { countOfSegment } from "../audience.ts"
import type { HandlersFor } from "../handlers.ts"

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
