import { segmentView } from "../domain/segments.ts"
import type { HandlersFor } from "./handlers-for.ts"
import { shownAs } from "./pages.ts"

export const segmentHandlers: HandlersFor<"segments"> = {
  list: (world, { brand }, { page }) =>
    shownAs(world.tables.segments.page("brand", brand.id, page), (segment) => segmentView(world, segment)),
}
