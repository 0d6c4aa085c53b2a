import * as z from "zod"
import { clockModes } from "../../base/clock.ts"
import { inPieces } from "../../base/event-loop.ts"
import type { HostClock } from "../../base/host.ts"
import { UncheckedFixtures } from "../../world/fixtures/fixtures.ts"
import type { Worlds } from "../../world/mounted-world.ts"
import { checkRows, loadSnapshot, Snapshot, takeSnapshot } from "../../world/snapshot.ts"
import type { World } from "../../world/world.ts"
import { mainWorld } from "../../world/world-names.ts"
import { validate } from "../request/input/validate.ts"
import { type KeptState, stateLines } from "./state-lines.ts"

/** The state that a reset returns to. */
const Setup = z.strictObject({
  seed: z.int(),
  clock: z.enum(clockModes),
  rate: z.number().optional(),
  now: z.number().optional(),
  fixtures: UncheckedFixtures.optional(),
})

/** JSON cannot represent undefined. */
const unsaid = { rate: undefined, now: undefined, fixtures: undefined }

/** A service whose main world is saved. */
export interface KeptService {
  readonly host: HostClock
  readonly worlds: Worlds
}

export function linesOfState({ host, worlds }: KeptService): Generator<string, string> {
  const { world, setup } = worlds.get(mainWorld)
  return stateLines(takeSnapshot(world), host.now(), setup)
}

/**
 * Restores a saved state in the main world. A real clock continues with the time since it was saved. Frozen and scaled
 * clocks continue at the saved time: for a scaled clock, one night would be years. Throws for an invalid state.
 */
export async function restoreState({ host, worlds }: KeptService, state: KeptState): Promise<void> {
  const snapshot = validate(Snapshot, state.snapshot)
  await inPieces(host, checkRows(snapshot))
  const away = Math.max(0, host.now() - state.savedAt)
  const { mode, now } = snapshot.clock
  const clock = { ...snapshot.clock, now: mode === "real" ? now + away : now }
  // Older files lack the setup: then the server's options apply.
  const setup = state.setup === undefined ? undefined : { ...unsaid, ...validate(Setup, state.setup) }
  const replacing = worlds.replace(mainWorld, (world) => loadSnapshot(world, { ...snapshot, clock }), setup)
  await inPieces(host, replacing)
}

/** Values that change whenever the world changes or is replaced. */
export function stateOf(world: World): readonly unknown[] {
  const { clock, timers, faults, outcomes, tables } = world
  const versions = Object.values(tables).reduce((sum, { version }) => sum + version, 0)
  return [world, versions, timers.size, clock.mode, clock.offset, faults.version, outcomes.version]
}
