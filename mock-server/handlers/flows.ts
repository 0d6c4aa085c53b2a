import { createFlow } from "../domain/flows.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const flowHandlers: HandlersFor<"flows"> = {
  list: (world, { brand }, { page }) => world.tables.flows.page("brand", brand.id, page),
  create: (world, caller, { body }) => createFlow(world, caller, body),
}
