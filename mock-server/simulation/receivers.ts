import type { DeliveryOutcome, DeliveryRequest } from "../world/delivery.ts"
import { chanceBetween } from "./chance.ts"
import type { FetchHandler } from "./handlers.ts"
import { travel } from "./network.ts"
import type { DayParts, SimulatedProcess } from "./process.ts"

/** The processes behind one webhook endpoint; webhooks go to one after the other. */
export class Receivers {
  readonly #day: DayParts
  readonly #groups = new Map<string, { readonly name: string; readonly processes: SimulatedProcess<FetchHandler>[] }>()
  #count = 0

  constructor(day: DayParts) {
    this.#day = day
  }

  add(url: string, name: string, processes: SimulatedProcess<FetchHandler>[]): void {
    this.#groups.set(url, { name, processes })
  }

  /** Takes a webhook of the service to a receiver: in process, in virtual time. */
  readonly deliver = (request: DeliveryRequest): Promise<DeliveryOutcome> => {
    const { timeline, seed, log } = this.#day
    const group = this.#groups.get(request.url)
    if (group === undefined) return Promise.resolve({ error: "the host name does not resolve", duration: 0 })
    const number = ++this.#count
    const process = group.processes[number % group.processes.length]
    const { headers, body } = request
    const started = timeline.now()
    const way = (which: string) => chanceBetween(seed, `webhook ${number} ${which}`, travel.least, travel.most)
    return new Promise((resolve) => {
      const settle = (outcome: (duration: number) => DeliveryOutcome, said: () => string) => {
        tooLate()
        log.add("webhook", process?.name ?? group.name, () => `${typeOf(body)} ${headers["webhook-id"]} → ${said()}`)
        resolve(outcome(timeline.now() - started))
      }
      const fail = (error: string) =>
        settle(
          (duration) => ({ error, duration }),
          () => error,
        )
      const tooLate = timeline.after(request.timeout, () => fail(`no answer within ${request.timeout / 1_000} s`))
      timeline.after(way("there"), () => {
        if (process?.isUp !== true) return fail("the connection was refused")
        const work = (handler: FetchHandler) => handler(new Request(request.url, { method: "POST", headers, body }))
        process.perform("a webhook", work, (outcome) => {
          timeline.after(way("back"), () => {
            if (outcome === "crashed") return fail("the connection was cut")
            if ("error" in outcome) return fail(`the receiver threw: ${outcome.error}`)
            const { status } = outcome.value
            settle(
              (duration) => ({ status, duration }),
              () => String(status),
            )
          })
        })
      })
    })
  }
}

const typeOf = (body: string): string => {
  const { type }: { type?: unknown } = JSON.parse(body)
  return String(type)
}
