import { apiKeyOf, type FreshWorld, freshWorld } from "../seed/fresh-world.ts"
import type { MountedWorld } from "../world/mounted-world.ts"
import { type ClockView, clockView } from "./clock.ts"
import { defineControl } from "./control.ts"

/** The initial contents of a world, for tests and scripts. */
export interface WorldView extends FreshWorld {
  /** The base address. */
  readonly base_url: string
  /** The world's time. */
  readonly clock: ClockView
}

/** @internal */
export const worldControls = {
  health: defineControl({ method: "GET", path: "/health" }, () => ({ status: "ok" as const })),

  notice: defineControl({ method: "GET", path: "/notice" }, async ({ worlds }) => ({
    notice: (await worlds.notice()) ?? null,
  })),

  get: defineControl(
    { method: "GET", path: "/world" },
    ({ world, id, setup }): WorldView => ({
      base_url: world.baseUrl(),
      clock: clockView(world),
      ...freshWorld(id, setup.fixtures),
    }),
  ),
}

/** A world's API key, without building the rest of `freshWorld`, parts of which are signed. @internal */
export const apiKeyIn = ({ id, setup }: MountedWorld): string => apiKeyOf(id, setup.fixtures)
