import type { DeliveryOutcome, DeliveryRequest } from "../../mock-server/world/delivery.ts"
import type { Day } from "./day.ts"
import { type Engine, Receiver } from "./receiver.ts"
import type { Lapse, LapseFault } from "./steps.ts"

/** The receivers of a day's endpoints, by the endpoints' ids. */
export class Receivers {
  /** Their current faults. */
  lapses: LapseFault[] = []
  readonly #day: Day
  readonly #list: readonly Receiver[]
  #delivering: Promise<unknown> = Promise.resolve()

  constructor(day: Day, engine: Engine | undefined) {
    this.#day = day
    this.#list = day.plan.receivers.map(
      (plan, at) =>
        new Receiver(plan, {
          moment: () => day.moment(),
          lapseOf: (body, tries) => this.#lapseOf(at + 1, body, tries),
          engine: plan.store === "engine" ? engine : undefined,
        }),
    )
  }

  /** Adds a secret of an endpoint, which its receiver uses after a restart. */
  learn(webhook: number, secret: string): void {
    this.#of(webhook).state.secrets.push(secret)
  }

  /** Restarts a receiver with its stored state and the current secrets. */
  restart(webhook: number): void {
    const receiver = this.#of(webhook)
    receiver.restart(receiver.state)
    this.#remember()
    this.#day.note(`receiver ${webhook} begins anew`)
  }

  /** Restarts each with the state in the day's memory. */
  goBack(): void {
    for (const [at, state] of this.#day.memory.receivers.entries()) this.#of(at + 1).restart(state)
    this.#remember()
  }

  /** Reads the effects from the engines. */
  async look(): Promise<void> {
    for (const receiver of this.#list) await receiver.look()
  }

  async deliver(request: DeliveryRequest): Promise<DeliveryOutcome> {
    const at = this.#list.findIndex((_, index) => request.url.startsWith(`https://receiver-${index + 1}.`))
    // Endpoints that clients have added always succeed.
    const outcome = this.#list[at]?.take(request) ?? Promise.resolve({ status: 204, duration: 1 })
    if (this.#day.overlaps) return outcome
    // In sequence, so that nothing depends on which handler is faster.
    const before = this.#delivering
    this.#delivering = outcome
    await before
    return outcome
  }

  #of(webhook: number): Receiver {
    const receiver = this.#list[webhook - 1]
    if (receiver === undefined) throw new Error(`there is no receiver ${webhook}`)
    return receiver
  }

  #remember(): void {
    this.#day.memory.receivers = this.#list.map(({ state }) => state)
  }

  #lapseOf(receiver: number, body: string, tries: number): Lapse | undefined {
    const fault = this.lapses.find(
      ({ webhook, mark, attempts }) => webhook === receiver && tries <= attempts && body.includes(`${mark}"`),
    )
    if (fault === undefined) return undefined
    this.#day.happened(`receiver ${receiver}, of an event of ${fault.mark}: ${fault.lapse}`)
    return fault.lapse
  }
}
