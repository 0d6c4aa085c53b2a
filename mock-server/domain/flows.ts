import type { Received } from "../../sdk/contract/core/endpoint.ts"
import type { flows } from "../../sdk/contract/flows.ts"
import { flowMachine } from "../machines/flows.ts"
import type { FlowRow } from "../store/tables/flows.ts"
import type { Caller } from "../world/caller.ts"
import type { World } from "../world/world.ts"

type NewFlow = Received<typeof flows.create>["body"]

export const createFlow = (world: World, { brand }: Caller, { name, trigger, steps }: NewFlow): FlowRow =>
  world.tables.flows.add(world, {
    brand_id: brand.id,
    name,
    status: flowMachine.initial,
    trigger: trigger ?? null,
    steps,
  })

export const flowMoves = ["start", "pause", "resume", "cancel", "archive"] as const

export function moveFlow(world: World, id: number, move: (typeof flowMoves)[number]): FlowRow {
  const { flows } = world.tables
  return flows.move(world, flows.known(id), move)
}
