import type { ClockMode } from "./clock.ts"
import { answerControl } from "./control/index.ts"
import { handlers } from "./handlers/index.ts"
import { JsonTexts } from "./json-texts.ts"
import { type MachineClock, machineClock } from "./machine-clock.ts"
import { answer, answerError, type Trace } from "./pipeline.ts"
import { answerPopupPage, isPopupPage } from "./popup-pages.ts"
import { Router } from "./routes.ts"
import { seedWorld } from "./seed.ts"
import { notFound } from "./service-error.ts"
import { tasks } from "./task-map.ts"
import type { Deliver } from "./webhooks/attempt.ts"
import { httpDelivery } from "./webhooks/http.ts"
import type { WireRequest, WireResponse } from "./wire.ts"
import { World, type WorldOptions } from "./world.ts"

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
  /** Sends webhooks; over HTTP when left out. */
  readonly deliver?: Deliver
  /** The machine's clock; the real one when left out. */
  readonly machine?: MachineClock
}

const mainWorld = "main"

/** The service without a socket: worlds, and the way of a request into one of them. */
export class MockService {
  readonly worlds = new Map<string, World>()
  baseUrl: string
  readonly #router = new Router(handlers)
  readonly #texts = new JsonTexts()
  readonly #machine: MachineClock
  readonly #http: ReturnType<typeof httpDelivery>

  constructor(readonly options: MockServiceOptions = {}) {
    this.baseUrl = options.baseUrl ?? "http://127.0.0.1:4010"
    this.#machine = options.machine ?? machineClock
    this.#http = httpDelivery(this.#machine)
    this.createWorld(mainWorld, {})
  }

  /** The world without a prefix. */
  get world(): World {
    const world = this.worlds.get(mainWorld)
    if (world === undefined) throw new Error("The main world is gone")
    return world
  }

  /** A freshly seeded world; it lives under `/@<id>/`. */
  createWorld(id: string, { seed, clock }: { readonly seed?: number; readonly clock?: ClockMode }): World {
    const world = new World(this.#worldOptions(id, seed, clock), {
      machine: this.#machine,
      tasks,
      deliver: this.options.deliver ?? this.#http.deliver,
      baseUrl: () => (id === mainWorld ? this.baseUrl : `${this.baseUrl}/@${id}`),
    })
    seedWorld(world)
    this.worlds.set(id, world)
    return world
  }

  /** Answers one request; never rejects. */
  async exchange(request: WireRequest): Promise<WireResponse> {
    const [world, inner] = this.#enter(request)
    if (world === undefined) return answerError(notFound("This world"), undefined)
    if (inner.url.startsWith("/_mock")) return answerControl(this, world, inner)
    const trace: Trace = {}
    world.scheduler.catchUp()
    if (isPopupPage(inner.url)) return answerPopupPage(world, inner)
    let response: WireResponse
    try {
      response = await answer(world, this.#router, this.#texts, inner, trace)
    } catch (error) {
      response = answerError(error, trace.endpoint)
    }
    world.scheduler.wake()
    return response
  }

  /** Stops the worlds' timers and waits for what is under way. */
  async close(): Promise<void> {
    for (const world of this.worlds.values()) {
      world.scheduler.close()
      await world.scheduler.idle()
    }
    this.#http.close()
  }

  /** The world that a path's prefix names, and the request as that world sees it. */
  #enter(request: WireRequest): [World | undefined, WireRequest] {
    if (!request.url.startsWith("/@")) return [this.worlds.get(mainWorld), request]
    const end = request.url.indexOf("/", 2)
    if (end < 0) return [undefined, request]
    return [this.worlds.get(request.url.slice(2, end)), { ...request, url: request.url.slice(end) }]
  }

  #worldOptions(id: string, seed: number | undefined, clock: ClockMode | undefined): WorldOptions {
    const { options } = this
    return {
      id,
      clock: clock ?? options.clock ?? "real",
      now: options.now === undefined ? this.#machine.now() : new Date(options.now).getTime(),
      seed: seed ?? options.seed ?? 1,
      messageLatency: options.messageLatency ?? 0,
      rateLimit: options.rateLimit,
      allowLocalWebhooks: options.allowLocalWebhooks ?? false,
    }
  }
}
