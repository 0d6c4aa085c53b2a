import * as z from "zod"
import { ClockSetting } from "./clock.ts"
import { defineControl } from "./control.ts"

/** How a world is made. */
export const NewWorld = z.strictObject({
  /** Decides ids, secrets and coin tosses made after the seeding; the service's own when left out. */
  seed: z.int().min(0).max(0xffff_ffff).optional(),
  /** The service's own when left out. */
  clock: z.union([z.enum(["real", "frozen"]), ClockSetting]).optional(),
})

export interface NewWorld extends z.input<typeof NewWorld> {}

const WorldParams = z.strictObject({ id: z.string() })

/** A world that was made. */
export interface CreatedWorld {
  /** Its name, as in the prefix `/@<id>`. */
  readonly id: string
  readonly base_url: string
}

export const worldsControls = {
  create: defineControl(
    { method: "POST", path: "/worlds", status: 201, body: NewWorld },
    ({ worlds }, { body: { seed, clock } }): CreatedWorld => {
      const { mode, ...setting } = typeof clock === "object" ? clock : { mode: clock }
      const { id, world } = worlds.create({ seed, clock: mode, ...setting })
      return { id, base_url: world.baseUrl() }
    },
  ),

  remove: defineControl(
    { method: "DELETE", path: "/worlds/{id}", status: 204, params: WorldParams },
    ({ worlds }, { params }) => worlds.delete(params.id),
  ),
}
