import { apiKeyOf, type FreshWorld, freshWorld } from "../seed/fresh-world.ts"
import type { MountedWorld } from "../world/mounted-world.ts"
import { type ClockView, clockView } from "./clock.ts"
import { defineControl } from "./control.ts"

/** What a fresh world holds, for tests and scripts that start from it. */
export interface WorldView extends FreshWorld {
  /** The base address. */
  readonly base_url: string
  /** The world's time. */
  readonly clock: ClockView
}

/** @internal */
export const worldControls = {
  health: defineControl({ method: "GET", path: "/health" }, () => ({ status: "ok" as const })),

  get: defineControl(
    { method: "GET", path: "/world" },
    ({ world, id, setup }): WorldView => ({
      base_url: world.baseUrl(),
      clock: clockView(world),
      ...freshWorld(id, setup.fixtures),
    }),
  ),
}

/** A world's API key, without making the rest of a fresh world, some of which takes signing. @internal */
export const apiKeyIn = ({ id, setup }: MountedWorld): string => apiKeyOf(id, setup.fixtures)
