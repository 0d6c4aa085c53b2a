import * as z from "zod"
import { parseDuration } from "../../../sdk/contract/core/duration.ts"
import { webhookEventTypes } from "../../../sdk/contract/models/webhook-event-types.ts"
import type { WebhookEventType } from "../../../sdk/contract/models/webhook-events.ts"
import { fractionFor } from "../../base/seeded-fraction.ts"
import { addWebhook } from "../../resources/webhooks/endpoints.ts"
import { type AnyHandler, asFetchHandler } from "../../service/http/handlers.ts"
import { readOptions } from "../../service/request/input/read-options.ts"
import type { MockWorld } from "../mock-world.ts"
import type { Checks } from "./checks.ts"
import {
  connect,
  type Receivers,
  type Receiving,
  type SimulatedClientOptions,
  type SimulationContext,
} from "./network.ts"
import { SimulatedProcess } from "./process.ts"

/** A program in a simulation. */
export interface DayProcess<T> {
  /**
   * Runs a function in the program as soon as it is up. Undefined if the program crashed before the function was done:
   * how far it got is unknown.
   */
  call<R>(work: (subject: T) => R | Promise<R>): Promise<R | undefined>
}

export interface ProcessOptions<T> {
  /**
   * Releases what the operating system releases when a process dies: closes connections, so that open transactions are rolled
   * back. Called with the result of `make` after a crash and at the end of the run. Virtual time stops until its promise settles.
   */
  readonly crash?: ((subject: T) => unknown) | undefined
}

/** The argument of a process's `make`. */
export interface ProcessSetup {
  /** For `new Mas(clientOptions)`. Requests made with them belong to this process and are dropped when it crashes. */
  readonly clientOptions: SimulatedClientOptions
}

/** The argument of a receiver's `make`. */
export interface ReceiverSetup extends ProcessSetup {
  /** The secret of its webhook endpoint. */
  readonly secret: string
  /** The index of this process behind the endpoint, from 0. */
  readonly index: number
}

/** @typeParam H the result of `make`. */
export interface ReceiverOptions<H = AnyHandler> extends ProcessOptions<H> {
  /** Number of processes behind the endpoint; default 1. Webhooks go to each in turn. */
  readonly processes?: number
  /** The subscribed event types; all when omitted. */
  readonly events?: readonly WebhookEventType[]
}

/** A webhook endpoint of the day. */
export interface DayReceiver {
  /** The id of the endpoint. */
  readonly webhookId: number
  /** The address that webhooks go to. */
  readonly url: string
  /** The secret that webhooks are signed with. */
  readonly secret: string
}

const crash = z.custom((value) => typeof value === "function", "must be a function").optional()
const Alone = z.strictObject({ crash })
const Behind = z.strictObject({
  crash,
  processes: z.int().positive().optional(),
  events: z.array(z.enum(webhookEventTypes)).optional(),
})

/** @internal */
interface RunContext extends SimulationContext {
  readonly checks: Checks
  readonly receivers: Receivers
  /** All programs. */
  readonly processes: Pick<SimulatedProcess<unknown>, "end">[]
  /** Length of the day in milliseconds. */
  readonly length: number
}

/** One simulation run: a world, the programs in it, and the checks on them. */
export class Day {
  readonly #around: RunContext
  readonly #names = new Set<string>()
  #times = 0
  /** The seed of the day. */
  readonly seed: number
  /** The world of the run, for reading and changing; no faults apply to these calls. */
  readonly world: MockWorld

  /** @internal */
  constructor(around: RunContext) {
    this.#around = around
    this.seed = around.seed
    this.world = around.world
  }

  /**
   * Starts a program with a unique name. `make` is called again after each crash: state that is not stored outside the
   * program is lost.
   */
  process<T>(
    name: string,
    make: (setup: ProcessSetup) => T | Promise<T>,
    options: ProcessOptions<T> = {},
  ): DayProcess<T> {
    readOptions("day.process", Alone, options)
    const { timeline } = this.#around
    const process = this.#start(name, make, options.crash)
    return {
      call: (work) =>
        new Promise((resolve, reject) => {
          const caller = timeline.current
          caller.waiting++
          process.whenUp(() =>
            process.perform("a call", work, (outcome) =>
              timeline.at(timeline.now(), caller, () => {
                caller.waiting--
                if (outcome === "crashed") resolve(undefined)
                else outcome.then(resolve, reject)
              }),
            ),
          )
        }),
    }
  }

  /**
   * Starts a webhook receiver and adds its endpoint to the default brand. `make` returns the handler: of `createWebhookHandler`
   * or `nodeWebhookHandler`, or an app of Express, Hono and the like. Its name must be unique.
   */
  receiver<H extends AnyHandler>(
    name: string,
    make: (setup: ReceiverSetup) => H | Promise<H>,
    options: ReceiverOptions<H> = {},
  ): DayReceiver {
    const { processes: count = 1, events = webhookEventTypes } = readOptions("day.receiver", Behind, options)
    const { core, receivers } = this.#around
    const brand = core.world.tables.brands.find("is_default", 1)
    if (brand === undefined) throw new Error("The first account has no default brand to add an endpoint to")
    checkProgram(name, make)
    const host = encodeURIComponent(name).toLowerCase()
    const url = `https://${host.replace(/[^a-z0-9]+/g, "-")}.example.com/webhooks`
    if (receivers.has(url)) throw new Error(`There is already a receiver at ${url}: give ${name} another name`)
    const { id, secret } = addWebhook(core.world, { brand }, { url, events: [...events] })
    const processes = Array.from({ length: count }, (_, index) =>
      this.#start<Receiving>(
        count === 1 ? name : `${name} ${index + 1}`,
        async ({ clientOptions }) => {
          const subject = await make({ secret, index, clientOptions })
          return { receive: asFetchHandler(subject), crash: () => options.crash?.(subject) }
        },
        options.crash && ((receiving) => receiving.crash()),
      ),
    )
    receivers.set(url, processes)
    return { webhookId: id, url, secret }
  }

  #start<T>(
    name: string,
    make: (setup: ProcessSetup) => T | Promise<T>,
    crash?: (subject: T) => unknown,
  ): SimulatedProcess<T> {
    checkProgram(name, make)
    // Faults are identified by the program's name.
    if (this.#names.has(name)) throw new Error(`There is already a program called ${name}: give each a unique name`)
    this.#names.add(name)
    const clientOptions = connect(this.#around, name)
    const process = new SimulatedProcess(
      this.#around,
      name,
      (actor) => make({ clientOptions: clientOptions(actor) }),
      crash,
    )
    this.#around.processes.push(process)
    return process
  }

  /** Runs a function `times` times, at random moments in the first 36th of the run: in one hour of 36. */
  async times(count: number, work: (number: number) => unknown): Promise<void> {
    if (!Number.isSafeInteger(count) || count < 0) throw new TypeError("day.times takes a count: a whole number")
    const { seed, length } = this.#around
    const about = `times ${++this.#times}`
    const moments = Array.from({ length: count }, (_, index) => (fractionFor(seed, `${about}, ${index}`) * length) / 36)
    moments.sort((a, b) => a - b)
    await Promise.all(moments.map((ms, index) => this.sleep(ms).then(() => work(index + 1))))
  }

  /** Resolves after virtual time: milliseconds, or text such as `30s`, `5m`, `2h`. */
  sleep(time: number | string): Promise<void> {
    const ms = typeof time === "number" ? time : parseDuration(time)
    if (ms === undefined || !(ms >= 0))
      throw new TypeError("day.sleep takes milliseconds, or text such as 30s, 5m or 2h")
    return new Promise((resolve) => {
      this.#around.timeline.set(ms, resolve)
    })
  }

  /**
   * A check that must hold after every step. It fails when it returns false or throws. It may query a database, but must not send
   * requests.
   */
  always(title: string, check: () => unknown): void {
    this.#around.checks.add("always", title, check)
  }

  /** A check that must hold at the end of the run. */
  eventually(title: string, check: () => unknown): void {
    this.#around.checks.add("eventually", title, check)
  }
}

function checkProgram(name: unknown, make: unknown): void {
  if (typeof name !== "string" || name === "" || typeof make !== "function")
    throw new TypeError("day.process and day.receiver take a name and a function")
}
