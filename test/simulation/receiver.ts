import type { WebhookStoreSubject } from "../../mock-server/index.ts"
import type { DeliveryOutcome, DeliveryRequest } from "../../mock-server/world/delivery.ts"
import { createWebhookHandler, nodeWebhookHandler, type WebhookStore } from "../../sdk/webhooks/index.ts"
import type { Moment } from "./memory.ts"
import type { Lapse, ReceiverPlan } from "./steps.ts"

/** A received webhook. */
export interface Arrival {
  readonly moment: Moment
  readonly id: string
  readonly body: string
  /** The status from its handler; 0 if it did not reach the handler. */
  readonly status: number
}

/** A receiver's stored state: plain data, so that it can be rewound with its world. */
export interface ReceiverState {
  secrets: string[]
  /** The number of times that an event was handled to the end, by the event's id. */
  done: Record<string, number>
  /** Ids in a store that outlives the process. */
  remembered: string[]
  /** The number of arrivals of an event. */
  tries: Record<string, number>
  arrivals: Arrival[]
  /** The number of starts of its process. */
  lives: number
  /** The number of restarts between handling an event and marking it. */
  torn: Record<string, number>
}

/** What a receiver needs from the day. */
interface Surroundings {
  readonly moment: () => Moment
  /** The lapse for this attempt of an event. */
  readonly lapseOf: (body: string, tries: number) => Lapse | undefined
  /** A store on a real engine, which uses the day's time. */
  readonly engine?: Engine | undefined
}

/** A store on a real engine, shared by two processes, with its effects. */
export type Engine = WebhookStoreSubject<unknown>

/** A user's webhook endpoint: the package's handler, with some store. */
export class Receiver {
  readonly #plan: ReceiverPlan
  readonly #around: Surroundings
  #handle: (request: DeliveryRequest) => Promise<number> = async () => 404
  #state: ReceiverState = { secrets: [], done: {}, remembered: [], tries: {}, arrivals: [], lives: 0, torn: {} }
  /** The lapses of events that are being handled. */
  readonly #lapses = new Map<string, Lapse>()
  /** The time up to which the engine's clock has advanced. */
  #passed: Promise<number>

  constructor(plan: ReceiverPlan, around: Surroundings) {
    this.#plan = plan
    this.#around = around
    this.#passed = Promise.resolve(around.moment().at)
  }

  get state(): ReceiverState {
    return this.#state
  }

  /** Restarts with the stored state. */
  restart(state: ReceiverState): void {
    this.#state = { ...state, torn: { ...state.torn }, lives: state.lives + 1 }
    const { secrets } = state
    if (secrets.length === 0) return
    // With an engine nothing is in progress at a restart.
    for (const id of this.#around.engine ? [] : Object.keys(state.done)) {
      if (!state.remembered.includes(id)) this.#state.torn[id] = (state.torn[id] ?? 0) + 1
    }
    // Work in progress belongs to the life before, and writes to that life's state.
    const lifeState = this.#state
    const options = {
      // The current secrets: it learns new ones at a restart.
      secret: [...secrets],
      now: () => this.#around.moment().at,
      onEvent: ({ id }: { readonly id: string }, { tx }: { readonly tx?: unknown }) => this.#work(id, lifeState, tx),
      onError: () => {},
    }
    const handles = this.#storesOf(lifeState).map((store) => {
      const handlerOptions = store === undefined ? options : { ...options, store }
      return this.#plan.handler === "fetch" ? byFetch(handlerOptions) : byNode(handlerOptions)
    })
    let requestCount = 0
    this.#handle = (request) => handles[requestCount++ % handles.length]?.(request) ?? Promise.resolve(404)
  }

  /** Counts the engine's effects, if they are in the transaction of their mark. */
  async look(): Promise<void> {
    const written = await this.#around.engine?.effects?.written()
    for (const id of written ?? []) this.#state.done[id] = (this.#state.done[id] ?? 0) + 1
  }

  /** Receives a webhook as its network does; answers at once or after its handler. */
  async take(request: DeliveryRequest): Promise<DeliveryOutcome> {
    const state = this.#state
    const { body } = request
    const id = request.headers["webhook-id"] ?? ""
    const tries = (state.tries[id] ?? 0) + 1
    state.tries[id] = tries
    const lapse = this.#around.lapseOf(body, tries)
    const moment = this.#around.moment()
    const note = (status: number) => state.arrivals.push({ moment, id, body, status })
    if (lapse === "is down" || lapse === "responds with 500") {
      note(0)
      return lapse === "is down" ? { error: "the connection was refused", duration: 1 } : { status: 500, duration: 1 }
    }
    if (lapse !== undefined) this.#lapses.set(id, lapse)
    if (this.#around.engine) await this.#pass(this.#around.engine, moment.at)
    const status = await this.#handle(request)
    this.#lapses.delete(id)
    note(status)
    return lapse === "answers too late"
      ? { error: "no response within 10 s", duration: 10_000 }
      : { status, duration: 1 }
  }

  async #work(id: string, lifeState: ReceiverState, tx: unknown): Promise<void> {
    const lapse = this.#lapses.get(id)
    const { engine } = this.#around
    // Takes one turn: time for the other process to claim the same event.
    if (engine) await new Promise(setImmediate)
    // A later failure rolls this back.
    await engine?.effects?.write(tx, id)
    if (lapse === "fails") throw new Error(lapse)
    if (engine?.effects === undefined) lifeState.done[id] = (lifeState.done[id] ?? 0) + 1
  }

  /** Advances the engine's time to the day's. */
  async #pass(engine: Engine, now: number): Promise<void> {
    this.#passed = this.#passed.then(async (before) => {
      if (now > before) await engine.pass(now - before)
      return now
    })
    await this.#passed
  }

  /** The stores of its processes, which take turns; undefined for the handler's default store. */
  #storesOf({ remembered }: ReceiverState): (WebhookStore | undefined)[] {
    const { engine } = this.#around
    if (engine) return [engine.store, engine.other ?? engine.store]
    if (this.#plan.store === "memory") return [undefined]
    return [keptIn(remembered, this.#plan.store === "kept, late" ? async (value) => value : (value) => value)]
  }
}

/** A store with its done ids outside, and its work in progress inside until its process ends. */
function keptIn(done: string[], say: <T>(value: T) => T | Promise<T>): WebhookStore {
  const underWay = new Set<string>()
  return {
    claim(id) {
      if (done.includes(id)) return say({ state: "done" })
      if (underWay.has(id)) return say({ state: "busy" })
      underWay.add(id)
      return say({ state: "mine", owner: id })
    },
    complete(id) {
      if (underWay.delete(id)) done.push(id)
      return say(true)
    },
    release: (id) => say(underWay.delete(id)),
  }
}

type HandlerOptions = Parameters<typeof nodeWebhookHandler>[0]

function byFetch(options: HandlerOptions): (request: DeliveryRequest) => Promise<number> {
  const handler = createWebhookHandler(options)
  return async ({ url, headers, body }) => (await handler(new Request(url, { method: "POST", headers, body }))).status
}

function byNode(options: HandlerOptions): (request: DeliveryRequest) => Promise<number> {
  const handler = nodeWebhookHandler(options)
  return async ({ headers, body }) => {
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    let answered = 0
    const response = { writeHead: (status: number) => (answered = status), end: () => {} }
    const chunks = async function* () {
      yield Buffer.from(body)
    }
    await handler({ method: "POST", headers: lower, [Symbol.asyncIterator]: chunks }, response)
    return answered
  }
}
