import { definedFields } from "../base/defined-fields.ts"
import { atOnce, type Steps } from "../base/event-loop.ts"
import { conflict, notFound } from "../base/mock-error.ts"
import { ChangeLog } from "../world/change-log.ts"
import { Checkpoints } from "../world/checkpoints.ts"
import type { MountedWorld, PartialSetup, WorldSetup, Worlds } from "../world/mounted-world.ts"
import type { World } from "../world/world.ts"
import { mainWorld, worldName } from "../world/world-names.ts"

interface Making {
  readonly defaults: WorldSetup
  /** Maximum number of worlds besides the main one. */
  readonly max: number
  notice(): Promise<string | undefined>
  make(id: string, setup: WorldSetup): Steps<World>
  /** The build header of a world's responses: names build, world and process, and how often its state was replaced. */
  build(id: string, resets: number): string
  /** A unique name of this process. */
  readonly instance: string
}

/** The worlds of one service: the main one without a prefix, and additional ones. */
export class MountedWorlds implements Worlds {
  readonly #mounted = new Map<string, MountedWorld>()
  version = 0
  #last = 0

  constructor(private readonly making: Making) {
    this.#mount(mainWorld, making.defaults, atOnce(making.make(mainWorld, making.defaults)))
  }

  notice(): Promise<string | undefined> {
    return this.making.notice()
  }

  list(): readonly MountedWorld[] {
    return [...this.#mounted.values()]
  }

  find(id: string): MountedWorld | undefined {
    return this.#mounted.get(id)
  }

  has(id: string): boolean {
    return this.#mounted.has(id)
  }

  get(id: string): MountedWorld {
    const mounted = this.#mounted.get(id)
    if (mounted === undefined) throw notFound(`World ${id}`)
    return mounted
  }

  *create(partial: PartialSetup): Steps<MountedWorld> {
    this.#refuseMore()
    const setup = { ...this.making.defaults, ...definedFields(partial) }
    const id = worldName(++this.#last)
    const world = yield* this.making.make(id, setup)
    this.#refuseMore()
    return this.#mount(id, setup, world)
  }

  delete(id: string): void {
    if (id === mainWorld) throw conflict("The main world cannot be deleted: reset it instead")
    const { world } = this.get(id)
    world.scheduler.discard()
    this.#mounted.delete(id)
    world.watchers.changed()
    this.#changed()
  }

  reset(id: string): Steps<MountedWorld> {
    return this.replace(id)
  }

  *replace(id: string, prepare?: (world: World) => Steps<void>, setup = this.get(id).setup): Steps<MountedWorld> {
    this.get(id).world.scheduler.refuseOtherTime()
    const world = yield* this.making.make(id, setup)
    if (prepare !== undefined) yield* prepare(world)
    // It may have been replaced or deleted meanwhile.
    const { world: before } = this.get(id)
    // The signing clock is not part of the state.
    world.webhookTime = before.webhookTime
    before.scheduler.discard()
    const mounted = this.#mount(id, setup, world)
    before.watchers.changed()
    return mounted
  }

  endWaits(): void {
    for (const { world } of this.#mounted.values()) world.watchers.end()
  }

  async close(): Promise<void> {
    const schedulers = [...this.#mounted.values()].map(({ world }) => world.scheduler)
    for (const scheduler of schedulers) scheduler.close()
    await Promise.all(schedulers.map((scheduler) => scheduler.idle()))
  }

  #refuseMore(): void {
    const { max: most } = this.making
    if (this.#mounted.size <= most) return
    throw conflict(
      `There are ${most} worlds beside the main one: delete some, or allow more with --max-worlds (maxWorlds in code)`,
    )
  }

  #mount(id: string, setup: WorldSetup, world: World): MountedWorld {
    // A frozen world restarts at its initial time.
    const options = setup.clock === "frozen" ? { ...setup, now: world.options.now } : setup
    const before = this.#mounted.get(id)
    const checkpoints = before?.checkpoints ?? new Checkpoints(() => this.#changed())
    const resets = before === undefined ? 0 : before.resets + 1
    const { instance, build } = this.making
    if (resets > 0) world.history.add(world.now(), { what: "The world began again: reset, restored or rewound" })
    const changeLog = new ChangeLog(world, `${instance}.${this.version + 1}`)
    const mounted = {
      id,
      setup: options,
      world,
      checkpoints,
      changeLog,
      resets,
      worlds: this,
      build: build(id, resets),
    }
    this.#mounted.set(id, mounted)
    this.#changed()
    world.scheduler.wake()
    return mounted
  }

  #changed(): void {
    this.version++
    for (const { world } of this.#mounted.values()) world.watchers.changed()
  }
}
