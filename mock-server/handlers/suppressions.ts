import { findSuppressions, suppressionView } from "../domain/suppressions.ts"
import type { HandlersFor } from "./handlers-for.ts"
import { mapPage } from "./pages.ts"

export const suppressionHandlers: HandlersFor<"suppressions"> = {
  list: (world, { account }, { query, page }) =>
    mapPage(world.tables.suppressions.pageOf(findSuppressions(world, account.id, query), page), suppressionView),
}
