import type { DeliveryOutcome, DeliveryRequest } from "../../mock-server/world/delivery.ts"
import type { Day } from "./day.ts"
import { type Engine, Receiver } from "./receiver.ts"
import type { Lapse, LapseFault } from "./steps.ts"

/** What stands behind the endpoints of a day, by the endpoints' ids. */
export class Receivers {
  /** What goes wrong with them. */
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

  /** The owner of an endpoint gets another secret, which its receiver knows when it begins anew. */
  learn(webhook: number, secret: string): void {
    this.#of(webhook).state.secrets.push(secret)
  }

  /** Begins one anew with what it has kept, and with the secrets of now. */
  restart(webhook: number): void {
    const receiver = this.#of(webhook)
    receiver.restart(receiver.state)
    this.#remember()
    this.#day.note(`receiver ${webhook} begins anew`)
  }

  /** Begins each anew with what the day remembers of it. */
  goBack(): void {
    for (const [at, state] of this.#day.memory.receivers.entries()) this.#of(at + 1).restart(state)
    this.#remember()
  }

  /** Asks the engines what was done. */
  async look(): Promise<void> {
    for (const receiver of this.#list) await receiver.look()
  }

  async deliver(request: DeliveryRequest): Promise<DeliveryOutcome> {
    const at = this.#list.findIndex((_, index) => request.url.startsWith(`https://receiver-${index + 1}.`))
    // Endpoints that clients have added answer well.
    const outcome = this.#list[at]?.take(request) ?? Promise.resolve({ status: 204, duration: 1 })
    if (this.#day.overlaps) return outcome
    // One after the other, so that nothing hangs on which handler is quicker.
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
