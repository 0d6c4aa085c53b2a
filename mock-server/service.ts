import { version } from "../sdk/version.ts"
import type { ClockMode } from "./base/clock.ts"
import { type MachineClock, machineClock } from "./base/host.ts"
import { conflict, notFound } from "./base/service-error.ts"
import { type SeededRecords, seededRecords } from "./control/world.ts"
import { handlers } from "./handlers/index.ts"
import { exchange } from "./request/enter-world.ts"
import { JsonTexts } from "./request/json-texts.ts"
import { Router } from "./request/router.ts"
import { tasks } from "./request/tasks.ts"
import type { WireRequest, WireResponse } from "./request/wire.ts"
import { seedWorld } from "./seed/seed-world.ts"
import { httpDelivery } from "./webhooks/http.ts"
import type { Deliver } from "./world/attempt.ts"
import type { JournalEntry } from "./world/journal.ts"
import { World } from "./world/world.ts"

/** How a mock service is made; everything has a default. Durations are milliseconds. */
export interface MockServiceOptions {
  /** `real` (default): the machine's time plus an offset; `frozen`: stands still until advanced. */
  readonly clock?: ClockMode
  /** Where time starts: ISO 8601 text, a Date, or milliseconds since 1970; the machine's time when left out. */
  readonly now?: string | Date | number
  /** Decides every id, secret and coin toss; 1 when left out. */
  readonly seed?: number
  /** How long a message takes from being accepted to each of its events; 0 when left out. */
  readonly messageLatency?: number
  /** Requests a second for each credential; no limit when left out. */
  readonly rateLimit?: number
  /** Lets webhook endpoints be on this machine (loopback only); false when left out. */
  readonly allowLocalWebhooks?: boolean
  /** The base address that answers name; `http://127.0.0.1:4010` when left out. */
  readonly baseUrl?: string
  /** Called after each request with its journal entry, for example to print it. */
  readonly onRequest?: (entry: JournalEntry) => void
  /** Sends webhooks; over HTTP when left out. */
  readonly deliver?: Deliver
  /** The machine's clock; the real one when left out. */
  readonly machine?: MachineClock
}

/** What a world is made with, and made again with by a reset. */
export interface WorldSetup {
  readonly seed: number
  readonly clock: ClockMode
  /** Where its time starts, in milliseconds since 1970; the machine's time when undefined. */
  readonly now: number | undefined
}

/** A world under its name. A reset or a restored snapshot puts another world in its stead. */
export interface Place {
  readonly service: MockService
  readonly id: string
  readonly setup: WorldSetup
  readonly world: World
  /** The header `X-MAS-Mock` of its answers: which build, world and process they come from. */
  readonly mark: string
}

/** The world without a prefix. */
export const mainWorld = "main"

/** The service without a socket: worlds, and the way of a request into one of them. */
export class MockService {
  readonly #places = new Map<string, Place>()
  baseUrl: string
  readonly router = new Router(handlers)
  readonly texts = new JsonTexts()
  readonly machine: MachineClock
  /** What every world begins with. */
  readonly seed: SeededRecords
  readonly #http: ReturnType<typeof httpDelivery>
  readonly #instance: string
  readonly #ending = new AbortController()
  #lastWorld = 0

  constructor(readonly options: MockServiceOptions = {}) {
    this.baseUrl = options.baseUrl ?? "http://127.0.0.1:4010"
    this.machine = options.machine ?? machineClock
    this.#http = httpDelivery(this.machine)
    this.#instance = `${process.pid.toString(36)}-${this.machine.now().toString(36)}`
    const { world } = this.#put(mainWorld, this.#setup({}))
    this.seed = seededRecords(world)
  }

  /** The world without a prefix, as it is now. */
  get world(): World {
    return this.place(mainWorld).world
  }

  /** The header `X-MAS-Mock` of what is answered for no world in particular. */
  get mark(): string {
    return this.place(mainWorld).mark
  }

  /** A world by its name; the 404 when there is none. */
  place(id: string): Place {
    const place = this.#places.get(id)
    if (place === undefined) throw notFound(`World ${id}`)
    return place
  }

  /** A freshly seeded world of its own; it lives under `/@<id>/`. */
  createWorld(setup: { readonly [K in keyof WorldSetup]?: WorldSetup[K] | undefined }): Place {
    return this.#put(`w${++this.#lastWorld}`, this.#setup(setup))
  }

  /** Ends a world and everything that waits in it. */
  deleteWorld(id: string): void {
    if (id === mainWorld) throw conflict("The main world stays: reset it instead")
    this.place(id).world.scheduler.close()
    this.#places.delete(id)
  }

  /** Puts a freshly seeded world in a world's stead. What is under way ends on the old one, and changes nothing any more. */
  reset(id: string): Place {
    return this.replace(id, () => {})
  }

  /** As a reset, with something done to the new world first; when that throws, the old world stays. */
  replace(id: string, prepare: (world: World) => void): Place {
    const { setup, world: before } = this.place(id)
    const world = this.#seeded(id, setup)
    prepare(world)
    before.scheduler.close()
    return this.#put(id, setup, world)
  }

  /** Answers one request, at once where there is nothing to wait for; never throws or rejects. */
  exchange(request: WireRequest): WireResponse | Promise<WireResponse> {
    return exchange(this, request)
  }

  /** Says when the service closes. */
  get ended(): AbortSignal {
    return this.#ending.signal
  }

  /** Stops the worlds' timers and waits for what is under way. */
  async close(): Promise<void> {
    this.#ending.abort()
    for (const { world } of this.#places.values()) {
      world.scheduler.close()
      await world.scheduler.idle()
    }
    this.#http.close()
  }

  /** The world that a path's prefix names, and the path as that world sees it. */
  enter(url: string): [Place | undefined, string] {
    if (!url.startsWith("/@")) return [this.#places.get(mainWorld), url]
    const end = url.indexOf("/", 2)
    return end < 0 ? [undefined, url] : [this.#places.get(url.slice(2, end)), url.slice(end)]
  }

  #setup({ seed, clock, now }: { readonly [K in keyof WorldSetup]?: WorldSetup[K] | undefined }): WorldSetup {
    const { options } = this
    return {
      seed: seed ?? options.seed ?? 1,
      clock: clock ?? options.clock ?? "real",
      now: now ?? (options.now === undefined ? undefined : new Date(options.now).getTime()),
    }
  }

  #put(id: string, setup: WorldSetup, world = this.#seeded(id, setup)): Place {
    // A frozen world that is reset begins again where it began.
    const kept = setup.clock === "frozen" ? { ...setup, now: world.options.now } : setup
    const mark = `mas-sdk/${version}; world=${id}; instance=${this.#instance}`
    const place: Place = { service: this, id, setup: kept, world, mark }
    this.#places.set(id, place)
    world.scheduler.wake()
    return place
  }

  #seeded(id: string, { seed, clock, now }: WorldSetup): World {
    const { options, machine } = this
    const world = new World(
      {
        id,
        clock,
        now: now ?? machine.now(),
        seed,
        messageLatency: options.messageLatency ?? 0,
        rateLimit: options.rateLimit,
        allowLocalWebhooks: options.allowLocalWebhooks ?? false,
      },
      {
        machine,
        tasks,
        deliver: options.deliver ?? this.#http.deliver,
        baseUrl: () => (id === mainWorld ? this.baseUrl : `${this.baseUrl}/@${id}`),
      },
    )
    seedWorld(world)
    return world
  }
}
