import { fetchFrom } from "../http/fetch.ts"
import type { MockWorld } from "../mock-world.ts"
import type { ServiceCore } from "../service.ts"
import { chanceBetween } from "./chance.ts"
import type { DayParts, SimulatedProcess } from "./process.ts"
import type { Actor } from "./timeline.ts"

/** What a client in a process is made with: `new Mas(clientOptions)`. */
export interface SimulatedClientOptions {
  readonly baseUrl: string
  /** The key that is good now. It is asked for again when the service does not take it any more. */
  readonly token: () => string
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /** The day's time. */
  readonly clock: {
    now(): number
    after(ms: number, run: () => void): () => void
  }
}

/** Milliseconds that a message takes through the network, one way. */
export const travel = { least: 1, most: 40 } as const

type Stepping = Pick<SimulatedProcess<never>, "crashesAt">

interface ServedDay extends DayParts {
  readonly core: ServiceCore
  readonly world: MockWorld
}

/** The way from the processes of a day to its service. */
export class Network {
  readonly #day: ServedDay

  constructor(day: ServedDay) {
    this.#day = day
  }

  /** How a process reaches the service; a function of the life that it has. */
  connect(name: string): (process: Stepping, actor: Actor) => SimulatedClientOptions {
    const { timeline, faults, log, core, world } = this.#day
    const { credentials } = world
    let key = ""
    let requests = 0
    const newKey = () => {
      if (key !== "") credentials.revoke(key)
      key = credentials.mint({ kind: "api_key" }).token
    }
    newKey()
    const send = (process: Stepping, actor: Actor, input: Request | URL | string, init?: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        const place = `${name} request ${++requests}`
        // The dead get no answer.
        if (!actor.isAlive || process.crashesAt("before a request")) return
        actor.waiting++
        const arrive = (settle: () => void) =>
          timeline.at(timeline.now() + this.#travelTime(`${place} back`), actor, () => {
            actor.waiting--
            if (!process.crashesAt("after a request")) settle()
          })
        const what = () => `${init?.method ?? "GET"} ${pathOf(input)}`
        timeline.at(timeline.now() + this.#travelTime(place), timeline.service, () => {
          if (faults.strikes("revoke", place)) {
            log.add("fault", name, () => "its key is revoked; there is another")
            newKey()
          }
          faults.place = place
          fetchFrom(core, { baseUrl: core.baseUrl }, input, init).then(
            (response) => {
              log.add("request", name, () => `${what()} → ${response.status}`)
              arrive(() => resolve(response))
            },
            (error) => {
              log.add("request", name, () => `${what()} → cut`)
              arrive(() => reject(error))
            },
          )
          faults.place = ""
        })
      })
    return (process, actor) => ({
      baseUrl: core.baseUrl,
      token: () => key,
      fetch: (input, init) => send(process, actor, input, init),
      clock: {
        now: () => timeline.now(),
        after: (ms, run) => {
          actor.waiting++
          let isOver = false
          const end = () => {
            if (!isOver) actor.waiting--
            isOver = true
          }
          const cancel = timeline.at(timeline.now() + ms, actor, () => {
            end()
            run()
          })
          return () => {
            end()
            cancel()
          }
        },
      },
    })
  }

  #travelTime(about: string): number {
    return chanceBetween(this.#day.seed, about, travel.least, travel.most)
  }
}

const pathOf = (input: Request | URL | string): string => {
  const url = typeof input === "object" && "url" in input ? input.url : String(input)
  return url.startsWith("/") ? url : new URL(url).pathname
}
