import type { flows } from "../../sdk/contract/flows.ts"
import type { HandlersFor } from "../handlers.ts"

export const flowHandlers: HandlersFor<typeof flows> = {
  list: (world, caller, { page }) => world.tables.flows.page("brand", caller.brand.id, page),

  create(world, caller, { body }) {
    const { flows } = world.tables
    const now = world.timestamp()
    return flows.insert({
      id: flows.nextId(),
      brand_id: caller.brand.id,
      name: body.name,
      status: "draft",
      trigger: body.trigger ?? null,
      steps: body.steps,
      created_at: now,
      updated_at: now,
    })
  },
}
