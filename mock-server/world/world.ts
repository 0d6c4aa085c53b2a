import { limits } from "../../sdk/contract/core/limits.ts"
import { Clock, type ClockMode, type WebhookTime } from "../base/clock.ts"
import type { HostClock } from "../base/host.ts"
import { Random } from "../base/random.ts"
import type { ServiceError } from "../base/service-error.ts"
import { type Timer, Timers } from "../base/timers.ts"
import { createTables, type Tables } from "../resources/tables.ts"
import { AttemptLog } from "./attempt-log.ts"
import { ControlLog } from "./control-log.ts"
import type { Deliver, Receiver } from "./delivery.ts"
import { DeliveryQueues } from "./delivery-queues.ts"
import { Faults, type RandomDecision } from "./faults.ts"
import { History } from "./history.ts"
import { IdempotencyRecords } from "./idempotency.ts"
import { Journal } from "./journal.ts"
import { Outcomes } from "./outcomes.ts"
import { RateLimit } from "./rate-limit.ts"
import { Scheduler } from "./scheduler.ts"
import { SendLedger } from "./send-ledger.ts"
import type { TaskKind, TaskResult } from "./task-kinds.ts"
import { Watchers } from "./watchers.ts"

/** Whether webhook endpoints on this machine are allowed; one setting for all worlds of a service. */
export interface LocalWebhooks {
  areAllowed: boolean
  /** True if only the start options may change it, because other machines can reach the control API. */
  isFixed: boolean
}

/** The options of a world. Durations are milliseconds. */
export interface WorldOptions {
  readonly id: string
  readonly clock: ClockMode
  /** The speed of a scaled clock relative to real time. */
  readonly rate: number | undefined
  /** Where its time starts, in milliseconds since 1970. */
  readonly now: number
  /** Seeds every id, secret and random choice. */
  readonly seed: number
  /** How long a message takes from acceptance to each event. */
  readonly messageLatency: number
  /** Requests per second for each credential; unlimited when omitted. */
  readonly rateLimit: number | undefined
  readonly localWebhooks: LocalWebhooks
  /** Which clock signs webhooks. */
  readonly webhookTime: WebhookTime
  /** Further allowed webhook endpoints on private networks. */
  readonly allowWebhooksTo: readonly Receiver[]
}

/** The work of a timer. Synchronous work returns nothing. */
export type Task = (world: World, subject: number) => TaskResult

/** The work of each kind of timer: a missing kind does not compile. */
export type Tasks = Readonly<Record<TaskKind, Task>>

/** The world's dependencies on its environment. */
export interface WorldPorts {
  readonly host: HostClock
  readonly tasks: Tasks
  /** Called with a timer whose work threw. */
  readonly onTaskFailure: (timer: Timer<TaskKind>, error: unknown) => void
  readonly deliver: Deliver
  /** Decides which faults happen, instead of random numbers. */
  readonly decide?: RandomDecision | undefined
  /** Shows the user a warning, once. */
  readonly warn: (message: string) => void
  /** The base address that a client of this world uses. */
  readonly baseUrl: () => string
  /** The error for a write while there is no room for more; undefined while there is. */
  readonly writeRefusal?: () => ServiceError | undefined
  /** Whether due work is done in pieces, between which the requests of others are answered. */
  readonly isInPieces?: () => boolean
}

/** Work whose result is in the history: what became of a message, or of a webhook. */
const isToldByResult: ReadonlySet<TaskKind> = new Set(["message.dispatch", "message.deliver", "webhook.attempt"])

/** The whole state of one service with its clock and pending work. */
export class World {
  readonly clock: Clock
  readonly timers = new Timers<TaskKind>()
  readonly scheduler: Scheduler
  readonly random: Random
  readonly tables: Tables = createTables()
  /** Requests made with an idempotency key, by scope and key. */
  readonly idempotency = new IdempotencyRecords()
  readonly faults: Faults
  /** Rules for the outcome of messages. */
  readonly outcomes = new Outcomes()
  readonly journal = new Journal()
  /** Recipients in the rolling window of the sending capacity. */
  readonly sends = new SendLedger(limits.capacityWindow)
  /** The control calls made to it. */
  readonly controlLog = new ControlLog()
  /** What happened since it began, in words. */
  readonly history = new History()
  /** Every webhook attempt. */
  readonly attempts = new AttemptLog()
  /** Deliveries being sent; lost with the process, while timers and delivery rows are kept. */
  readonly deliveryQueues = new DeliveryQueues()
  /** Waiters for a message, a request or a webhook attempt. */
  readonly watchers: Watchers
  readonly rateLimit: RateLimit
  readonly deliver: Deliver
  readonly warn: (message: string) => void
  readonly baseUrl: () => string
  readonly writeRefusal: () => ServiceError | undefined
  /** Which clock signs webhooks. */
  webhookTime: WebhookTime
  /** The newest webhook delivery of a restored state; the history before it is unknown. */
  restoredUpTo: number | undefined
  /** The newest timer of its seed data and fixtures. */
  lastSeededTimer = 0

  constructor(
    readonly options: WorldOptions,
    ports: WorldPorts,
  ) {
    this.clock = new Clock(ports.host, { mode: options.clock, rate: options.rate, now: options.now })
    this.webhookTime = options.webhookTime
    this.random = new Random(options.seed)
    this.faults = new Faults(ports.decide)
    this.watchers = new Watchers((run) => ports.host.soon(run))
    this.rateLimit = new RateLimit(options.rateLimit, ports.host)
    this.deliver = ports.deliver
    this.warn = ports.warn
    this.baseUrl = ports.baseUrl
    this.writeRefusal = ports.writeRefusal ?? (() => undefined)
    const run = (timer: Timer<TaskKind>) => {
      const { kind, subject } = timer
      if (!isToldByResult.has(kind)) this.history.add(this.now(), { task: kind, subject })
      const outcome = ports.tasks[kind](this, subject)
      this.watchers.changed()
      return outcome
    }
    const kindOf = ({ kind, subject }: Timer<TaskKind>) =>
      kind === "webhook.attempt" && this.tables.webhookDeliveries.get(subject)?.attempts ? "webhook.retry" : kind
    this.scheduler = new Scheduler(this.clock, this.timers, run, ports.onTaskFailure, kindOf, ports.isInPieces)
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.clock.now()
  }

  /** The current time in the format of responses. */
  timestamp(): string {
    return this.clock.timestamp()
  }

  /** The time `ms` from now in the format of responses. */
  timestampIn(ms: number): string {
    return new Date(this.clock.now() + ms).toISOString()
  }
}
