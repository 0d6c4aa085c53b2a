import type { MockWorld } from "../../mock-server/index.ts"
import type { DeliveryOutcome, DeliveryRequest } from "../../mock-server/world/delivery.ts"
import { Callers } from "./callers.ts"
import { isDefinite, type Memory, type Moment } from "./memory.ts"
import { makeMove } from "./moves.ts"
import { readPages } from "./pages.ts"
import type { Engine } from "./receiver.ts"
import { Receivers } from "./receivers.ts"
import { clients, type MadeWrite, type Plan, type Step } from "./steps.ts"
import { takeStock } from "./stock.ts"
import { Upheavals } from "./upheavals.ts"
import type { Connector, Reached } from "./ways.ts"

/** The start of every day: milliseconds since 1970. */
export const start = Date.parse("2026-03-01T00:00:00.000Z")
const watched = [
  "email.sent",
  "email.delivered",
  "email.bounced",
  "email.failed",
  "email.complained",
  "email.received",
] as const

/** The way a day is run. */
export interface Manner {
  readonly connector: Connector
  /** Whether a step can start before earlier ones end; otherwise each ends before the next. */
  readonly overlaps: boolean
  /** The engine of receivers with a store on one. It is not rewound with its world. */
  readonly engine?: Engine | undefined
}

/** One day: a world, its clients and receivers, and its faults, all according to a plan. */
export class Day {
  readonly plan: Plan
  readonly reached: Reached
  readonly callers: Callers
  readonly log: string[] = []
  memory: Memory = { written: [], responses: {}, pauses: [], tokens: [], actors: {}, receivers: [], added: 0 }
  /** The number of faults that have happened. */
  faultsHappened = 0
  /** Whether a step can start before earlier ones end. */
  readonly overlaps: boolean
  readonly receivers: Receivers
  readonly #upheavals: Upheavals
  #writing: Promise<unknown>[] = []
  #advances: Promise<unknown>[] = []
  #turns = 0

  private constructor(plan: Plan, reached: Reached, { overlaps, engine }: Manner) {
    this.plan = plan
    this.reached = reached
    this.overlaps = overlaps
    this.callers = new Callers(this)
    this.receivers = new Receivers(this, engine)
    this.#upheavals = new Upheavals(this)
  }

  static async begin(plan: Plan, manner: Manner): Promise<Day> {
    const { seed, messageLatency } = plan
    let day: Day | undefined
    const deliver = async (request: DeliveryRequest): Promise<DeliveryOutcome> =>
      day === undefined ? { error: "nobody is there yet", duration: 0 } : day.receivers.deliver(request)
    const reached = await manner.connector({ clock: "frozen", now: start, seed, messageLatency, deliver })
    day = new Day(plan, reached, manner)
    await day.#setUp()
    return day
  }

  get world(): MockWorld {
    return this.reached.world
  }

  now(): number {
    return this.reached.now()
  }

  note(text: string): void {
    this.log.push(`${new Date(this.now()).toISOString()} ${text}`)
  }

  /** Records a fault that has happened. */
  happened(text: string): void {
    this.faultsHappened++
    this.note(text)
  }

  /** The current time, with a unique position in the order of events. */
  moment(): Moment {
    return { at: this.now(), turn: ++this.#turns }
  }

  async run(): Promise<void> {
    for (const step of this.plan.steps) {
      for (const fault of this.plan.faults) await this.#upheavals.befall(fault, step.at)
      await this.#take(step)
      if (!this.overlaps) await this.quiet()
    }
    await this.#calmDown()
  }

  /** Waits for all started work, and for attempted deliveries to return. */
  async quiet(): Promise<void> {
    await this.answered()
    await this.world.advance(0)
  }

  async advanced(): Promise<void> {
    await Promise.all(this.#advances.splice(0))
  }

  /** Waits for every started write and advance. */
  async answered(): Promise<void> {
    while (this.#writing.length + this.#advances.length > 0) {
      await Promise.all([...this.#advances.splice(0), ...this.#writing.splice(0)])
    }
  }

  async #setUp(): Promise<void> {
    const { credentials } = this.world
    const { users } = this.world.seeded()
    const jwt = (user_id: number) => credentials.mint({ kind: "jwt", user_id }).token
    this.memory.tokens = clients.map(() => credentials.mint({ kind: "api_key" }).token)
    this.memory.actors = { owner: jwt(users.owner.id), client_owner: jwt(users.client_owner.id) }
    this.callers.begin()
    for (const [at, { brand }] of this.plan.receivers.entries()) {
      const url = `https://receiver-${at + 1}.example.com/hooks`
      const client = clients.findIndex((each) => each.brand === brand)
      const { secret } = await this.callers.of(client).webhooks.create({ url, events: [...watched] })
      this.receivers.learn(at + 1, secret)
      this.receivers.restart(at + 1)
    }
  }

  async #take(step: Step): Promise<void> {
    switch (step.do) {
      case "write":
        this.memory.written.push(step)
        return this.#write(step)
      case "repeat": {
        const write = this.memory.written.find(({ number }) => number === step.write)
        const responses = this.memory.responses[step.write] ?? []
        // A refused write is not repeated.
        if (write !== undefined && !responses.some(({ status }) => status >= 400)) return this.#write(write)
        return
      }
      case "advance":
        return this.#advance(step.by, step.waits)
      case "turn":
        return new Promise((resolve) => setImmediate(resolve))
      case "page":
        return readPages(this, step.client)
      case "move":
        return makeMove(this, step.move, step.dice)
      case "stock":
        await this.quiet()
        await takeStock(this)
        return
    }
  }

  async #write(write: MadeWrite): Promise<void> {
    // Reading a file takes real time: nothing else may run meanwhile, or the day would not be repeatable.
    const isAlone = write.endpoint === "imports.create"
    if (isAlone) await this.quiet()
    const call = this.callers.make(write)
    if (write.waits || isAlone || !this.overlaps) await call
    else this.#writing.push(call)
  }

  async #advance(by: number, waits: boolean): Promise<void> {
    const advance = this.world
      .advance(by)
      .then(({ fired }) => this.note(`time goes on by ${by / 1_000} s: ${fired} pieces of work`))
    if (waits || !this.overlaps) return advance
    this.#advances.push(advance)
    // A request right after this finds that the advance owns the clock already.
    await null
    this.#writing.push(
      this.callers
        .of(0)
        .webhooks.list()
        .then(
          () => {},
          () => {},
        ),
    )
  }

  /** Repeats every write with a key until its response is definite, and advances past all pending work. */
  async #calmDown(): Promise<void> {
    await this.quiet()
    this.faultsHappened += this.world.faults.list().reduce((sum, { fired }) => sum + fired, 0)
    this.world.faults.clear()
    this.receivers.lapses = []
    for (const [at] of this.plan.receivers.entries()) this.receivers.restart(at + 1)
    for (const write of this.memory.written) {
      if (write.key === undefined) continue
      for (let hoursLeft = 30; !this.memory.responses[write.number]?.some(isDefinite); hoursLeft--) {
        if (hoursLeft === 0) throw new Error(`write ${write.number} (${write.endpoint}) gets no response`)
        await this.callers.make(write)
        if (hoursLeft < 29) await this.world.advance("1h")
      }
    }
    await this.quiet()
    for (const { webhook, on } of this.memory.pauses)
      if (on === undefined) await this.#upheavals.switchEndpoint(webhook, true)
    await this.world.advance("1d")
    await this.world.advance("1d")
    await this.receivers.look()
    this.note("all is quiet")
  }
}
