import * as z from "zod"
import { version } from "../../sdk/base/version.ts"
import { readMoment } from "../../sdk/contract/core/timestamp.ts"
import { type ClockMode, clockModes, lastMoment, rates, type WebhookTime, webhookTimes } from "../base/clock.ts"
import type { Steps } from "../base/event-loop.ts"
import { type HostClock, hostClock } from "../base/host.ts"
import { invalid } from "../base/mock-error.ts"
import type { Fixtures } from "../base/models.gen.ts"
import { seeds } from "../base/random.ts"
import type { ServiceError } from "../base/service-error.ts"
import { ClockMoment } from "../control/moments.ts"
import type { TimerView } from "../control/timers.ts"
import { readReceivers } from "../resources/webhooks/address.ts"
import { httpDelivery } from "../resources/webhooks/http.ts"
import { seedWorld } from "../seed/seed-world.ts"
import type { Deliver, Receiver } from "../world/delivery.ts"
import type { RandomDecision } from "../world/faults.ts"
import { UncheckedFixtures } from "../world/fixtures/fixtures.ts"
import type { JournalEntry } from "../world/journal.ts"
import type { MountedWorld, WorldSetup } from "../world/mounted-world.ts"
import { runReceiver } from "../world/receiver-run.ts"
import { type LocalWebhooks, World } from "../world/world.ts"
import { mainWorld } from "../world/world-names.ts"
import { MountedWorlds } from "./mounted-worlds.ts"
import type { ControlAccess } from "./request/control-access.ts"
import { type HandlingService, handleRequest } from "./request/handle-request.ts"
import { HostNames } from "./request/host-names.ts"
import { validate } from "./request/input/validate.ts"
import { JsonTexts } from "./request/json-texts.ts"
import { renderFailure } from "./request/render.ts"
import type { WireRequest, WireResponse } from "./request/wire.ts"
import { tasks } from "./tasks.ts"

/** Scheduled work that threw an error. */
export interface TaskFailure {
  /** The world's id. */
  readonly world: string
  /** The work: its kind, subject and due time. */
  readonly timer: Pick<TimerView, "id" | "kind" | "subject" | "due_at">
  /** The thrown value. */
  readonly error: unknown
}

/** Options of a mock service; all have defaults. Durations are milliseconds. */
export interface MockServiceOptions {
  /**
   * `real` (default): the host's time plus an offset; `frozen`: moves only when advanced; `scaled`: runs `rate` times
   * as fast.
   */
  readonly clock?: ClockMode
  /** Speed of a scaled clock relative to real time, 1 to 3,600; 60 when left out. */
  readonly rate?: number
  /** Start time: ISO 8601 text, a Date, or milliseconds since 1970; the host's time when left out. */
  readonly now?: string | Date | number
  /** Random seed of every id, secret and probability; 1 when left out. */
  readonly seed?: number
  /** Initial records of its worlds, which extend or override the seed; `readFixtures` reads them from a file. */
  readonly fixtures?: Fixtures
  /** Delay from accepting a message to each of its events; 0 when left out. */
  readonly messageLatency?: number
  /** Requests per second of real time for each credential, in any clock mode; no limit when left out. */
  readonly rateLimit?: number
  /** Allows webhook endpoints on this machine (loopback only); false when left out. */
  readonly allowLocalWebhooks?: boolean
  /**
   * Additional hosts for webhook endpoints outside the public internet, each as `host` or `host:port`, for example in a
   * container network. Plain HTTP is allowed. None when left out.
   */
  readonly allowWebhooksTo?: readonly string[]
  /**
   * The clock of `webhook-timestamp`: `world` (default), or `real`, the machine's, for receivers in other programs:
   * they reject a timestamp more than five minutes from their own clock. The event's `timestamp` always uses the
   * world's clock.
   */
  readonly webhookTime?: WebhookTime
  /** Maximum number of worlds besides the main one; 1,000 when left out. Beyond it, creating one is a 409. */
  readonly maxWorlds?: number
  /** The base address used in responses; `http://127.0.0.1:4010` when left out. */
  readonly baseUrl?: string
  /** Called after each request with its journal entry, for example to print it. */
  readonly onRequest?: (entry: JournalEntry) => void
  /** Called when scheduled work throws; it is parked (`world.timers()` lists it), and everything else continues. */
  readonly onTaskError?: (failure: TaskFailure) => void
  /**
   * Called once per warning, such as the option that would allow a refused webhook. When left out, each warning is
   * emitted once per process with `process.emitWarning`.
   */
  readonly onWarning?: (message: string) => void
  /** What the dashboard says at its top, asked for whenever it shows another view: `mas mock` says there that sending is stopped. */
  readonly notice?: () => Promise<string | undefined>
  /** Sends webhooks; over HTTP when left out. */
  readonly deliver?: Deliver
  /** The host's clock; the real one when left out. @internal */
  readonly hostClock?: HostClock
}

/** Options of the service of a simulation. @internal */
interface ServiceOptions extends MockServiceOptions {
  /** Decides which faults fire; random when left out. */
  readonly decide?: RandomDecision
}

/** Warnings already emitted by this process: tests create many services. */
const warnedOfProcess = new Set<string>()
let servicesMade = 0

/** The core of a `MockService`: its worlds, shared parts, and the routing of requests to them. @internal */
export class ServiceCore implements HandlingService {
  baseUrl: string
  /** Replaced by `startMockServer`, depending on the bound address. */
  hostNames = new HostNames({ isOpen: true })
  /** Set by `createMockRoute`. */
  controlAccess: ControlAccess | undefined
  /** Set by `createMockRoute`: the error for a request that would store more than the mock may hold. */
  writeRefusal: (() => ServiceError | undefined) | undefined
  /** Set by `startMockServer`: writes what a request changed before its response goes out. */
  keepState: (() => Promise<void> | undefined) | undefined
  /** True when clients connect over the network. */
  isOnSocket = false
  /** Set by `startMockServer`: due work is done in pieces, so that other programs' requests are answered meanwhile. */
  worksInPieces = false
  readonly localWebhooks: LocalWebhooks
  readonly host: HostClock
  readonly worlds: MountedWorlds
  readonly texts = new JsonTexts()
  readonly onRequest: ((entry: JournalEntry) => void) | undefined
  readonly #options: ServiceOptions
  readonly #http: ReturnType<typeof httpDelivery>
  readonly #receivers: readonly Receiver[]
  readonly #warned: Set<string>
  readonly #ending = new AbortController()

  constructor(options: ServiceOptions = {}) {
    const { seed = 1, clock = "real", rate = 60, now, webhookTime = "world", maxWorlds = 1_000 } = options
    if (!(rate >= rates.least && rate <= rates.most))
      throw new RangeError(`rate must be ${rates.least} to ${rates.most}`)
    if (!clockModes.includes(clock)) throw new RangeError(`clock must be ${clockModes.join(", ")}`)
    if (clock !== "scaled" && options.rate !== undefined) throw new RangeError('rate requires clock: "scaled"')
    if (!(Number.isInteger(seed) && seed >= seeds.least && seed <= seeds.most))
      throw new RangeError(`seed must be a whole number, ${seeds.least} to ${seeds.most}`)
    const { messageLatency = 0, rateLimit = 1 } = options
    if (!webhookTimes.includes(webhookTime)) throw new RangeError(`webhookTime must be ${webhookTimes.join(" or ")}`)
    if (!(maxWorlds >= 0)) throw new RangeError("maxWorlds must be 0 or more")
    if (!(rateLimit >= 1)) throw new RangeError("rateLimit must be 1 or more, in requests per second")
    if (!Number.isFinite(messageLatency) || messageLatency < 0 || messageLatency > lastMoment)
      throw new RangeError(`messageLatency must be 0 to ${lastMoment}, in milliseconds`)
    const fixtures = options.fixtures ? validate(UncheckedFixtures, options.fixtures) : undefined
    this.#options = options
    this.baseUrl = options.baseUrl ?? "http://127.0.0.1:4010"
    this.host = options.hostClock ?? hostClock
    this.localWebhooks = { areAllowed: options.allowLocalWebhooks ?? false, isFixed: false }
    const { onRequest } = options
    if (onRequest !== undefined && typeof onRequest !== "function") throw new TypeError("onRequest must be a function")
    // Its failure is not the request's.
    const callListener = async (entry: JournalEntry) => onRequest?.(entry)
    this.onRequest =
      onRequest && ((entry) => void callListener(entry).catch((error) => this.#warn(`onRequest failed: ${error}`)))
    this.#receivers = readReceivers(options.allowWebhooksTo ?? [])
    this.#http = httpDelivery(this.host, { receivers: this.#receivers })
    this.#warned = options.onWarning === undefined ? warnedOfProcess : new Set()
    // A number too: what is kept for one service must not be taken for another's of the same millisecond.
    const instance = [process.pid, this.host.now(), ++servicesMade].map((part) => part.toString(36)).join("-")
    this.worlds = new MountedWorlds({
      defaults: { seed, clock, rate, now: now === undefined ? undefined : momentOf(now), fixtures },
      max: maxWorlds,
      make: (id, setup) => this.#makeWorld(id, setup),
      instance,
      notice: options.notice ?? (async () => undefined),
      build: (id, resets) =>
        `mas-sdk/${version}; world=${id}; instance=${instance}${resets === 0 ? "" : `; resets=${resets}`}`,
    })
  }

  /** The current main world. */
  get world(): World {
    return this.worlds.get(mainWorld).world
  }

  get build(): string {
    return this.worlds.get(mainWorld).build
  }

  get ended(): AbortSignal {
    return this.#ending.signal
  }

  find(worldId: string): MountedWorld | undefined {
    return this.worlds.find(worldId)
  }

  /** Responds to one request. Never rejects: a failure becomes a 500. */
  async respond(request: WireRequest): Promise<WireResponse> {
    try {
      const response = await handleRequest(this, request)
      const keeping = this.keepState?.()
      if (keeping !== undefined) await keeping
      return response
    } catch (error) {
      return { ...renderFailure(error), build: this.build }
    }
  }

  async close(): Promise<void> {
    this.#ending.abort()
    this.worlds.endWaits()
    await this.worlds.close()
    this.#http.close()
  }

  #warn(message: string): void {
    if (this.#warned.has(message)) return
    this.#warned.add(message)
    if (this.#options.onWarning === undefined) process.emitWarning(message, "MasMockWarning")
    else this.#options.onWarning(message)
  }

  *#makeWorld(id: string, { fixtures, now, ...setup }: WorldSetup): Steps<World> {
    const { messageLatency = 0, rateLimit, webhookTime = "world", onTaskError } = this.#options
    const { deliver, decide } = this.#options
    const world: World = new World(
      {
        ...setup,
        id,
        now: now ?? this.host.now(),
        messageLatency,
        rateLimit,
        localWebhooks: this.localWebhooks,
        webhookTime,
        allowWebhooksTo: this.#receivers,
      },
      {
        host: this.host,
        tasks,
        onTaskFailure({ dueAt, ...timer }, error) {
          onTaskError?.({ world: id, timer: { ...timer, due_at: new Date(dueAt).toISOString() }, error })
        },
        // Receivers over HTTP cannot be tracked: the caller is unknown.
        deliver: deliver ? (request) => runReceiver(world.scheduler, () => deliver(request)) : this.#http.deliver,
        decide,
        warn: (message) => this.#warn(message),
        writeRefusal: () => this.writeRefusal?.(),
        isInPieces: () => this.worksInPieces,
        baseUrl: () => (id === mainWorld ? this.baseUrl : `${this.baseUrl}/@${id}`),
      },
    )
    yield* seedWorld(world, fixtures)
    world.lastSeededTimer = world.timers.lastId
    return world
  }
}

// Created once: a schema costs more than a world.
const Beginning = z.strictObject({ now: ClockMoment })

/** The start time of a world; a 422 for an invalid date, such as 30 February. */
function momentOf(now: string | Date | number): number {
  const time = typeof now === "number" ? readMoment(now) : now
  if (typeof now === "number" && typeof time === "string") throw invalid({ now: [time] })
  return validate(Beginning, { now: typeof time === "number" ? new Date(time) : time }).now
}
