import type { ClockMode } from "../base/clock.ts"
import type { Checkpoints } from "./checkpoints.ts"
import type { Fixtures } from "./fixtures/fixtures.ts"
import type { History } from "./history.ts"
import type { World } from "./world.ts"

/** What a world is made with, and made again with by a reset. */
export interface WorldSetup {
  readonly seed: number
  readonly clock: ClockMode
  /** How many times as fast as real time a scaled clock goes. */
  readonly rate: number | undefined
  /** Where its time starts, in milliseconds since 1970; the host's time when undefined. */
  readonly now: number | undefined
  /** What it begins with beside the seed. */
  readonly fixtures: Fixtures | undefined
}

/** A setup of which any part can be left to the service. */
export type PartialSetup = { readonly [K in keyof WorldSetup]?: WorldSetup[K] | undefined }

/** A world under its name. A reset or a restored snapshot puts another world in its stead. */
export interface MountedWorld {
  readonly id: string
  readonly setup: WorldSetup
  readonly world: World
  /** The states that it can go back to. */
  readonly checkpoints: Checkpoints
  /** What has changed since somebody began to look; it ends with the world. */
  readonly history: History
  /** The worlds that it is one of. */
  readonly worlds: Worlds
  /** True of a world as it was, which is for looking at: nothing in it changes. */
  readonly isPast?: true
  /** Which build, world and process its answers come from. */
  readonly build: string
}

/** The worlds of one service, by name. */
export interface Worlds {
  /** Goes up with each change of the list and of checkpoints, of which all watchers are told. */
  readonly version: number

  /** Every world there is: the main one, then the others as they were made. */
  list(): readonly MountedWorld[]

  /** A world by its name; the 404 when there is none. */
  get(id: string): MountedWorld

  /** Whether there is a world by this name. */
  has(id: string): boolean

  /** A freshly seeded world of its own; it lives under `/@<id>/`. The 409 when there are as many as there may be. */
  create(setup: PartialSetup): MountedWorld

  /** Ends a world and everything that waits in it. */
  delete(id: string): void

  /** Puts a freshly seeded world in a world's stead. What is under way ends on the old one, and changes nothing any more. */
  reset(id: string): MountedWorld

  /** As a reset, also to another `setup`, with something done to the new world first; when that throws, the old one stays. */
  replace(id: string, prepare: (world: World) => void, setup?: WorldSetup): MountedWorld
}
