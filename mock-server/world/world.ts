import { limits } from "../../sdk/contract/core/limits.ts"
import { Clock, type ClockMode, type WebhookTime } from "../base/clock.ts"
import type { HostClock } from "../base/host.ts"
import { Random } from "../base/random.ts"
import { type Timer, Timers } from "../base/timers.ts"
import { createTables, type Tables } from "../store/tables/index.ts"
import { AttemptLog } from "./attempt-log.ts"
import { ControlLog } from "./control-log.ts"
import type { Deliver, Receiver } from "./delivery.ts"
import { DeliveryQueues } from "./delivery-queues.ts"
import { Faults, type RandomDecision } from "./faults.ts"
import { IdempotencyRecords } from "./idempotency.ts"
import { Journal } from "./journal.ts"
import { Outcomes } from "./outcomes.ts"
import { RateLimit } from "./rate-limit.ts"
import { type Outcome, Scheduler } from "./scheduler.ts"
import { SendLedger } from "./send-ledger.ts"
import { type TaskKind, taskKinds } from "./task-kinds.ts"
import { Watchers } from "./watchers.ts"

/** Whether webhook endpoints may be on this machine: the same for all worlds of a service, until it ends. */
export interface LocalWebhooks {
  areAllowed: boolean
  /** True while only whoever starts the server may allow them: other machines reach its control API. */
  isFixed: boolean
}

/** What a world is made with. Durations are milliseconds. */
export interface WorldOptions {
  readonly id: string
  readonly clock: ClockMode
  /** How many times as fast as real time a scaled clock goes. */
  readonly rate: number | undefined
  /** Where its time starts, in milliseconds since 1970. */
  readonly now: number
  /** Decides every id, secret and coin toss. */
  readonly seed: number
  /** How long a message takes from being accepted to each event. */
  readonly messageLatency: number
  /** Requests a second for each credential; no limit when left out. */
  readonly rateLimit: number | undefined
  readonly localWebhooks: LocalWebhooks
  /** By which clock webhooks are signed. */
  readonly webhookTime: WebhookTime
  /** Further webhook endpoints off the public internet. */
  readonly allowWebhooksTo: readonly Receiver[]
}

/** What a world reaches outside of itself. */
export interface WorldPorts {
  readonly host: HostClock
  /** Does what a timer was set for. */
  readonly runTask: (world: World, timer: Timer<TaskKind>) => Outcome
  /** Told of a timer whose work threw. */
  readonly onTaskFailure: (timer: Timer<TaskKind>, error: unknown) => void
  readonly deliver: Deliver
  /** Decides which faults happen; chance does when left out. */
  readonly decide?: RandomDecision | undefined
  /** Tells a person what they may want to know, once. */
  readonly warn: (message: string) => void
  /** The base address that a client of this world uses. */
  readonly baseUrl: () => string
}

/** The whole state of one service, its clock, and the work that waits in it. */
export class World {
  readonly clock: Clock
  readonly timers = new Timers<TaskKind>(taskKinds)
  readonly scheduler: Scheduler
  readonly random: Random
  readonly tables: Tables = createTables()
  readonly idempotency = new IdempotencyRecords()
  readonly faults: Faults
  /** What is to become of messages. */
  readonly outcomes = new Outcomes()
  readonly journal = new Journal()
  /** Recipients sent to in the window that sending capacity is about. */
  readonly sends = new SendLedger(limits.capacityWindow)
  /** What was done to it by control calls. */
  readonly controlLog = new ControlLog()
  /** Every webhook attempt. */
  readonly attempts = new AttemptLog()
  /** What is on its way to webhook endpoints; gone with the process, while timers and deliveries stay. */
  readonly deliveryQueues = new DeliveryQueues()
  /** Whoever waits for a message, a request or a webhook attempt. */
  readonly watchers: Watchers
  readonly rateLimit: RateLimit
  readonly deliver: Deliver
  readonly warn: (message: string) => void
  readonly baseUrl: () => string
  /** By which clock webhooks are signed. */
  webhookTime: WebhookTime
  /** The newest webhook delivery of the state that it was put back to: what led there is not known. */
  goesOnFrom: number | undefined

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
    const run = (timer: Timer<TaskKind>) => {
      const outcome = ports.runTask(this, timer)
      this.watchers.changed()
      return outcome
    }
    this.scheduler = new Scheduler(this.clock, this.timers, run, ports.onTaskFailure)
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.clock.now()
  }

  /** Now as it goes over the wire. */
  timestamp(): string {
    return this.clock.timestamp()
  }

  /** `ms` from now as it goes over the wire. */
  timestampIn(ms: number): string {
    return new Date(this.clock.now() + ms).toISOString()
  }
}
