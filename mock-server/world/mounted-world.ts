import type { ClockMode } from "../base/clock.ts"
import type { Steps } from "../base/event-loop.ts"
import type { Fixtures } from "../base/models.gen.ts"
import type { ChangeLog } from "./change-log.ts"
import type { Checkpoints } from "./checkpoints.ts"
import type { World } from "./world.ts"

export interface WorldSetup {
  readonly seed: number
  readonly clock: ClockMode
  /** The speed of a scaled clock relative to real time. */
  readonly rate: number | undefined
  /** Where its time starts, in milliseconds since 1970; the host's time when undefined. */
  readonly now: number | undefined
  /** The initial contents besides the seed. */
  readonly fixtures: Fixtures | undefined
}

/** Options that the service completes. */
export type PartialSetup = { readonly [K in keyof WorldSetup]?: WorldSetup[K] | undefined }

/** A world with its name. A reset or a restored snapshot replaces the world behind the name. */
export interface MountedWorld {
  readonly id: string
  readonly setup: WorldSetup
  readonly world: World
  /** Its checkpoints. */
  readonly checkpoints: Checkpoints
  /** Its recorded changes; they end with the world. */
  readonly changeLog: ChangeLog
  /** The worlds of its service. */
  readonly worlds: Worlds
  /** How often its state was replaced: by a reset, a restored snapshot or a rewind. */
  readonly resets: number
  /** The build header of responses: names build, world and process, and the resets. */
  readonly build: string
}

/** The worlds of one service, by name. */
export interface Worlds {
  /** Increases with each change of the list and of checkpoints; all watchers are notified. */
  readonly version: number

  /** What the host of the service has to say; undefined when nothing. */
  notice(): Promise<string | undefined>

  /** Every world: the default one, then the others in order of creation. */
  list(): readonly MountedWorld[]

  /** A world by its name, or a 404. */
  get(id: string): MountedWorld

  has(id: string): boolean

  /** Creates a freshly seeded world under `/@<id>/`. A 409 at the maximum number. */
  create(setup: PartialSetup): Steps<MountedWorld>

  /** Ends a world and its pending work. */
  delete(id: string): void

  /** Replaces a world with a freshly seeded one. Running work ends on the old one and has no effect. */
  reset(id: string): Steps<MountedWorld>

  /**
   * A reset with another `setup`, with changes to the new world first. If they throw, the old world stays. Until the new one is
   * whole, the old one answers; what is written to it is lost, as if written before.
   */
  replace(id: string, prepare?: (world: World) => Steps<void>, setup?: WorldSetup): Steps<MountedWorld>
}
