/*
 * Endpoints, listed by `npm run generate`.
 * list: GET /v1/my/flows
 * create: POST /v1/my/flows
 */

import type { Received } from "../../../sdk/contract/core/endpoint.ts"
import type { flows } from "../../../sdk/contract/flows.ts"
import type { Caller } from "../../world/caller.ts"
import type { World } from "../../world/world.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { flowMachine } from "./machine.ts"
import type { FlowRow } from "./table.ts"

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

export const flowHandlers: HandlersFor<"flows"> = {
  list: (world, { brand }, { page }) => world.tables.flows.page("brand", brand.id, page),
  create: (world, caller, { body }) => createFlow(world, caller, body),
}
