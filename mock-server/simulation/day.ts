import { parseDuration } from "../../sdk/contract/core/duration.ts"
import { type WebhookEventType, webhookEventTypes } from "../../sdk/contract/models/webhook-events.ts"
import type { MockWorld } from "../mock-world.ts"
import type { ServiceCore } from "../service.ts"
import { addWebhook } from "../webhooks/endpoints.ts"
import { chanceOf } from "./chance.ts"
import type { Check, Checks } from "./checks.ts"
import { type AnyHandler, asFetchHandler, type FetchHandler } from "./handlers.ts"
import { Network, type SimulatedClientOptions } from "./network.ts"
import { type DayParts, SimulatedProcess } from "./process.ts"
import type { Receivers } from "./receivers.ts"

/** A program in a day: what can be asked of it from outside. */
export interface DayProcess<T> {
  readonly name: string
  /**
   * Does something in it, once it is up. Undefined where the process crashed before that was done: nobody knows how far it came.
   */
  call<R>(work: (made: T) => R | Promise<R>): Promise<R | undefined>
}

/** What a process is made with. */
export interface ProcessSetup {
  /** `new Mas(clientOptions)`; whatever it sends with them is of this process, and goes down with it. */
  readonly clientOptions: SimulatedClientOptions
}

/** What a receiver is made with. */
export interface ReceiverSetup extends ProcessSetup {
  /** The secret of its webhook endpoint. */
  readonly secret: string
  /** Which of the processes behind the endpoint it is, from 0. */
  readonly index: number
}

export interface ReceiverOptions {
  /** How many processes there are behind the endpoint; 1 when left out. Webhooks go to one after the other. */
  readonly processes?: number
  /** Which events it is told of; all when left out. */
  readonly events?: readonly WebhookEventType[]
}

/** A webhook endpoint of the day. */
export interface DayReceiver {
  readonly name: string
  readonly webhookId: number
  readonly url: string
  readonly secret: string
}

interface DayAround extends DayParts {
  readonly core: ServiceCore
  readonly world: MockWorld
  readonly checks: Checks
  readonly receivers: Receivers
  /** How long the day is, in milliseconds. */
  readonly length: number
}

/** One day: a world, the programs in it, and what is to hold of them. */
export class Day {
  readonly #around: DayAround
  readonly #network: Network
  #times = 0
  readonly seed: number
  /** The day's world, to look at and to move: no fault stands between. */
  readonly world: MockWorld

  constructor(around: DayAround) {
    this.#around = around
    this.#network = new Network(around)
    this.seed = around.seed
    this.world = around.world
  }

  /** Starts a program. `make` is called again after each crash: what it does not take from outside of it is lost then. */
  process<T>(name: string, make: (setup: ProcessSetup) => T | Promise<T>): DayProcess<T> {
    const { timeline } = this.#around
    const connect = this.#network.connect(name)
    const process: SimulatedProcess<T> = new SimulatedProcess(this.#around, name, (actor) =>
      make({ clientOptions: connect(process, actor) }),
    )
    return {
      name,
      call: (work) =>
        new Promise((resolve, reject) => {
          const caller = timeline.current
          caller.waiting++
          const answer = (settle: () => void) =>
            timeline.at(timeline.now(), caller, () => {
              caller.waiting--
              settle()
            })
          process.whenUp(() =>
            process.perform("a call", work, (outcome) =>
              answer(() => {
                if (outcome === "crashed") resolve(undefined)
                else if ("error" in outcome) reject(outcome.error)
                else resolve(outcome.value)
              }),
            ),
          )
        }),
    }
  }

  /**
   * Starts a receiver of webhooks, and adds its endpoint to the default brand. `make` gives what takes them: what
   * `createWebhookHandler`, `nodeWebhookHandler` and the other adapters give, or an app that has a `fetch`.
   */
  receiver(
    name: string,
    make: (setup: ReceiverSetup) => AnyHandler | Promise<AnyHandler>,
    { processes: count = 1, events = webhookEventTypes }: ReceiverOptions = {},
  ): DayReceiver {
    const { core, receivers } = this.#around
    const { world } = core
    const brand = world.tables.brands.find("default", 1)
    if (brand === undefined) throw new Error("The first account has no default brand to add an endpoint to")
    const url = `https://${encodeURIComponent(name).replaceAll("%", "-")}.example.com/webhooks`
    const { id, secret } = addWebhook(world, { brand }, { url, events: [...events] })
    const processes = Array.from({ length: count }, (_, index) => {
      const title = count === 1 ? name : `${name} ${index + 1}`
      const connect = this.#network.connect(title)
      const process: SimulatedProcess<FetchHandler> = new SimulatedProcess(this.#around, title, async (actor) =>
        asFetchHandler(await make({ secret, index, clientOptions: connect(process, actor) })),
      )
      return process
    })
    receivers.add(url, name, processes)
    return { name, webhookId: id, url, secret }
  }

  /** Does something so many times, at moments of chance in the first 36th of the day: an hour of 36. */
  async times(count: number, work: (number: number) => unknown): Promise<void> {
    const { seed, length } = this.#around
    const about = `times ${++this.#times}`
    const moments = Array.from({ length: count }, (_, at) => (chanceOf(seed, `${about}, ${at}`) * length) / 36)
    moments.sort((a, b) => a - b)
    await Promise.all(moments.map((ms, at) => this.sleep(ms).then(() => work(at + 1))))
  }

  /** Lets time go by: milliseconds, or text such as `30s`, `5m`, `2h`. */
  sleep(time: number | string): Promise<void> {
    const ms = typeof time === "number" ? time : parseDuration(time)
    if (ms === undefined || !(ms >= 0)) {
      throw new TypeError("day.sleep takes milliseconds, or text such as 30s, 5m, 2h or 3d")
    }
    const { timeline } = this.#around
    const actor = timeline.current
    actor.waiting++
    return new Promise((resolve) => {
      timeline.at(timeline.now() + ms, actor, () => {
        actor.waiting--
        resolve()
      })
    })
  }

  /** What is to hold after every step; it does not where `check` gives false or throws. A check looks, and waits for nothing. */
  always(title: string, check: Check): void {
    this.#around.checks.always(title, check)
  }

  /** What is to hold when all is quiet, or the day is over. */
  eventually(title: string, check: Check): void {
    this.#around.checks.eventually(title, check)
  }
}
