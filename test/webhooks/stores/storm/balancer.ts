import { setTimeout } from "node:timers/promises"
import { type Dispatcher, request } from "undici"
import type { DeliveryOutcome, DeliveryRequest } from "../../../../mock-server/world/delivery.ts"
import type { ReceiverProcess } from "./processes.ts"

/** Sends each delivery to a random running receiver, and knows which events each is handling. */
export class Balancer {
  readonly #receivers: readonly ReceiverProcess[]
  readonly #chance: () => number
  /** The ids of all events delivered. */
  readonly ids = new Set<string>()
  /** How often a crash may have repeated an event. */
  readonly crashes = new Map<string, number>()
  /** The number of deliveries. */
  count = 0

  constructor(receivers: readonly ReceiverProcess[], chance: () => number) {
    this.#receivers = receivers
    this.#chance = chance
  }

  /**
   * Returns a running receiver; waits up to a minute. While one is down only a tenth of the deliveries go to the other:
   * starting takes longer than all the rest, and otherwise the two would hardly ever run together.
   */
  async pick(): Promise<ReceiverProcess & { url: string }> {
    const isPatient = this.#chance() < 0.9
    for (let attemptsLeft = 60_000; attemptsLeft > 0; attemptsLeft--) {
      const up = this.#receivers.filter((one): one is ReceiverProcess & { url: string } => one.url !== undefined)
      const picked = up[Math.floor(this.#chance() * up.length)]
      if (picked !== undefined && (up.length === this.#receivers.length || !isPatient)) return picked
      await setTimeout(1)
    }
    throw new Error("No receiver is up")
  }

  /** Sends a delivery, sometimes with a concurrent copy, as a retrying proxy does. */
  async deliver(delivery: DeliveryRequest): Promise<DeliveryOutcome> {
    const copies = this.#chance() < 0.2 ? 2 : 1
    const [outcome] = await Promise.all(Array.from({ length: copies }, () => this.#hand(delivery)))
    return outcome ?? { error: "nothing was sent", duration: 0 }
  }

  async #hand({ headers, body }: DeliveryRequest): Promise<DeliveryOutcome> {
    const id = headers["webhook-id"] ?? ""
    this.ids.add(id)
    const receiver = await this.pick()
    this.count++
    const { inFlight } = receiver
    inFlight.set(id, (inFlight.get(id) ?? 0) + 1)
    try {
      const response: Dispatcher.ResponseData = await request(receiver.url, { method: "POST", headers, body })
      await response.body.dump()
      return { status: response.statusCode, duration: 1 }
    } catch (error) {
      return { error: String(error), duration: 1 }
    } finally {
      const remaining = (inFlight.get(id) ?? 1) - 1
      if (remaining === 0) inFlight.delete(id)
      else inFlight.set(id, remaining)
    }
  }

  /** Records a crash that hit these events. */
  crashed(ids: Iterable<string>): void {
    for (const id of ids) this.crashes.set(id, (this.crashes.get(id) ?? 0) + 1)
  }

  /** All events that receivers are handling. */
  allInFlight(): string[] {
    return [...new Set(this.#receivers.flatMap(({ inFlight }) => [...inFlight.keys()]))]
  }

  /** Sends a request about the database to one of the receivers; retries if it crashes meanwhile. */
  async control(path: string): Promise<unknown> {
    for (let attemptsLeft = 50; ; attemptsLeft--) {
      const { url } = await this.pick()
      try {
        const { statusCode, body } = await request(`${url}/control/${path}`)
        const text = await body.text()
        if (statusCode === 200) return JSON.parse(text)
        throw new Error(text)
      } catch (error) {
        if (attemptsLeft === 0) throw error
      }
    }
  }
}
