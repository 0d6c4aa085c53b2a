import type { flows } from "../../sdk/contract/flows.ts"
import { notFound } from "../base/service-error.ts"
import { flowMachine } from "../machines/flows.ts"
import type { FlowRow } from "../store/tables/flows.ts"
import type { World } from "../world/world.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const flowHandlers: HandlersFor<typeof flows> = {
  list: (world, caller, { page }) => world.tables.flows.page("brand", caller.brand.id, page),

  create(world, caller, { body }) {
    const { flows } = world.tables
    const now = world.timestamp()
    return flows.insert({
      id: flows.nextId(),
      brand_id: caller.brand.id,
      name: body.name,
      status: flowMachine.initial,
      trigger: body.trigger ?? null,
      steps: body.steps,
      created_at: now,
      updated_at: now,
    })
  },
}

/** What moves a flow; the interface has no endpoint for any of it. */
export type FlowMove = "start" | "pause" | "resume" | "cancel" | "archive"

export function moveFlow(world: World, id: number, move: FlowMove): FlowRow {
  const flow = world.tables.flows.get(id)
  if (flow === undefined) throw notFound("Flow")
  return world.tables.flows.move(flow, flowMachine, move, { updated_at: world.timestamp() })
}
