import { segmentView } from "../domain/segments.ts"
import type { HandlersFor } from "./handlers-for.ts"
import { mapPage } from "./pages.ts"

export const segmentHandlers: HandlersFor<"segments"> = {
  list: (world, { brand }, { page }) =>
    mapPage(world.tables.segments.page("brand", brand.id, page), (segment) => segmentView(world, segment)),
}
