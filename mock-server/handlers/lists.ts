import { changeMembers, listView } from "../domain/lists.ts"
import type { HandlersFor } from "./handlers-for.ts"
import { mapPage } from "./pages.ts"

export const listHandlers: HandlersFor<"lists"> = {
  list: (world, { brand }, { page }) =>
    mapPage(world.tables.lists.page("brand", brand.id, page), (list) => listView(world, list)),

  create: (world, { brand }, { body }) =>
    listView(world, world.tables.lists.add(world, { brand_id: brand.id, name: body.name })),

  updateContacts: (world, caller, { params, body }) =>
    changeMembers(world, world.tables.lists.own(caller, params.id), body),
}
