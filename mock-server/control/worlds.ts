import * as z from "zod"
import type { Steps } from "../base/event-loop.ts"
import { seeds } from "../base/random.ts"
import { under } from "../seed/fixture-problem.ts"
import { UncheckedFixtures } from "../world/fixtures/fixtures.ts"
import type { MountedWorld } from "../world/mounted-world.ts"
import { ClockChange, modeOf } from "./clock.ts"
import { defineControl, defineLongControl } from "./control.ts"
import { apiKeyIn } from "./world.ts"

/** Options of a new world. */
export const NewWorld = z.strictObject({
  /** Random seed of ids, secrets and probabilities after seeding; the service's when left out. */
  seed: z.int().min(seeds.least).max(seeds.most).optional(),
  /** Initial records; the service's when left out. */
  fixtures: UncheckedFixtures.optional(),
  /** The clock; the service's when left out. */
  clock: z.union([z.enum(["real", "frozen"]), ClockChange]).optional(),
})

/** A world and how to reach it. */
export interface WorldInfo {
  /** Its name, as in the prefix `/@<id>` and the header `X-MAS-World`. */
  readonly id: string
  /** The base address of the world. */
  readonly base_url: string
  /** The API key of its seeded account `main`, which selects the world without prefix or header. */
  readonly api_key: string
}

const placeOf = (mounted: MountedWorld): WorldInfo => ({
  id: mounted.id,
  base_url: mounted.world.baseUrl(),
  api_key: apiKeyIn(mounted),
})

/** @internal */
export const worldsControls = {
  list: defineControl({ method: "GET", path: "/worlds" }, ({ worlds }): WorldInfo[] => worlds.list().map(placeOf)),

  create: defineLongControl(
    { method: "POST", path: "/worlds", status: 201, body: NewWorld },
    function* ({ worlds }, { body: { seed, clock, fixtures } }): Steps<WorldInfo> {
      const change = typeof clock === "object" ? clock : { mode: clock }
      const { webhook_time, rate, now } = change
      const mounted = yield* under("fixtures", worlds.create({ seed, clock: modeOf(change), rate, now, fixtures }))
      mounted.world.webhookTime = webhook_time ?? mounted.world.webhookTime
      return placeOf(mounted)
    },
  ),

  remove: defineControl(
    { method: "DELETE", path: "/worlds/{id}", status: 204, params: z.strictObject({ id: z.string() }) },
    ({ worlds }, { params }) => worlds.delete(params.id),
  ),
}
