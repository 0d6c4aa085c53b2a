import { millisecondsFor } from "../../base/seeded-fraction.ts"
import { fetchFrom, signalOf } from "../../service/http/fetch.ts"
import type { FetchHandler } from "../../service/http/handlers.ts"
import type { ServiceCore } from "../../service/service.ts"
import type { Deliver } from "../../world/delivery.ts"
import type { MockClientOptions } from "../client-options.ts"
import type { MockWorld } from "../mock-world.ts"
import type { Actor } from "./actor.ts"
import type { DeliveryCheck } from "./delivery-check.ts"
import type { DayParts, SimulatedProcess } from "./process.ts"

/** The options for a client in a process: `new Mas(clientOptions)`. */
export interface SimulatedClientOptions {
  /** The world's base address. */
  readonly baseUrl: string
  /** The current API key; the client asks again after the key was revoked. */
  readonly token: () => string
  /** Sends a request over the simulated network. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /** The day's time. */
  readonly clock: MockClientOptions["clock"]
}

/** @internal */
export interface SimulationContext extends DayParts {
  readonly core: ServiceCore
  readonly world: MockWorld
}

/** Milliseconds of network latency, one way. */
const travel = [1, 40] as const

/** Returns a function that makes the client options for one life of a process. @internal */
export function connect(day: SimulationContext, name: string) {
  const { seed, timeline, faults, log, core, world } = day
  const { baseUrl } = core
  let key = world.credentials.mint({ kind: "api_key" }).token
  let requests = 0
  return (actor: Actor): SimulatedClientOptions => ({
    baseUrl,
    token: () => key,
    clock: { now: () => timeline.now(), after: (ms, run) => timeline.later(ms, actor, run).cancel },
    fetch: (input, init) =>
      new Promise((resolve, reject) => {
        const step = `${name} request ${++requests}`
        // A crashed process gets no response.
        if (!actor.isAlive || actor.endsAt?.("before a request")) return
        actor.waiting++
        let isAwaited = true
        const over = () => {
          if (isAwaited) actor.waiting--
          isAwaited = false
        }
        // An abort does not reach the service.
        const signal = signalOf(input, init)
        const abort = () => {
          over()
          reject(signal?.reason)
        }
        if (signal?.aborted) return abort()
        signal?.addEventListener("abort", abort)
        const arrive = (status: string | number, settle: () => void) => {
          log.add("request", name, () => `${requestLine(input, init)} → ${status}`)
          timeline.at(timeline.now() + millisecondsFor(seed, `${step} back`, ...travel), actor, () => {
            over()
            signal?.removeEventListener("abort", abort)
            if (!actor.endsAt?.("after a request")) settle()
          })
        }
        timeline.after(millisecondsFor(seed, step, ...travel), () => {
          if (faults.strikes("revoke", step)) {
            log.add("fault", name, () => "its key is revoked, and there is another")
            world.credentials.revoke(key)
            key = world.credentials.mint({ kind: "api_key" }).token
          }
          const respond = () => {
            faults.place = step
            const responded = fetchFrom(core, { baseUrl }, input, signal ? { ...init, signal: null } : init)
            faults.place = ""
            return responded
          }
          timeline.perform(timeline.service, respond, (responded) =>
            responded.then(
              (response) => arrive(response.status, () => resolve(response)),
              (error) => arrive("cut", () => reject(error)),
            ),
          )
        })
      }),
  })
}

/** A webhook handler, and what to do when its process crashes. @internal */
export interface Receiving {
  readonly receive: FetchHandler
  readonly crash: () => unknown
}

/** The processes behind each webhook endpoint, by its address. @internal */
export type Receivers = Map<string, readonly SimulatedProcess<Receiving>[]>

/** Delivers webhooks to their receivers in virtual time, to the processes of an endpoint in turn. @internal */
export function delivery(
  { seed, timeline, log, fail }: DayParts,
  receivers: Receivers,
  arrivals: DeliveryCheck,
): Deliver {
  let count = 0
  return (request) => {
    const { url, headers, body, timeout } = request
    const number = ++count
    const processes = receivers.get(url) ?? []
    const process = processes[number % processes.length]
    if (process === undefined) return { error: "the host name does not resolve", duration: 0 }
    const started = timeline.now()
    const delay = (which: string) => millisecondsFor(seed, `webhook ${number} ${which}`, ...travel)
    const what = () => `${JSON.parse(body).type} ${headers["webhook-id"]}`
    return new Promise((resolve) => {
      const statusOf = (response?: Partial<Response>) => {
        if (typeof response?.status === "number") return response.status
        fail(`The receiver ${process.name} responded with ${response}: its handler must respond with a Response`)
        return "no response"
      }
      const settle = (result: string | number) => {
        tooLate()
        log.add("webhook", process.name, () => `${what()} → ${result}`)
        const duration = timeline.now() - started
        arrivals.add({
          receiver: process.name,
          id: `${headers["webhook-id"]} ${url}`,
          what: what(),
          result,
          duration,
        })
        resolve(typeof result === "number" ? { status: result, duration } : { error: result, duration })
      }
      const tooLate = timeline.after(timeout, () => settle(request.noResponse))
      timeline.after(delay("there"), () => {
        if (!process.isUp) return settle("the connection was refused")
        // Over HTTP, frameworks treat a body without a length as empty.
        const sent = { ...headers, host: new URL(url).host, "content-length": `${Buffer.byteLength(body)}` }
        const take = ({ receive }: Receiving) => receive(new Request(url, { method: "POST", headers: sent, body }))
        process.perform("a webhook", take, async (outcome) => {
          const result =
            outcome === "crashed"
              ? "the connection was cut"
              : await outcome.then(statusOf, (error) => `the receiver threw: ${error}`)
          timeline.after(delay("back"), () => settle(result))
        })
      })
    })
  }
}

/** A request as one line of the log: `POST /v1/my/messages to ann@example.test, key receipt-7`. */
function requestLine(input: Request | URL | string, init?: RequestInit): string {
  const request = typeof input === "object" && "url" in input ? input : undefined
  const method = init?.method ?? request?.method ?? "GET"
  const { pathname } = new URL(request?.url ?? String(input), "http://localhost")
  if (method !== "POST") return `${method} ${pathname}`
  const key = new Headers([...new Headers(init?.headers ?? request?.headers)]).get("Idempotency-Key")
  const to = recipientOf(init?.body)
  return `POST ${pathname}${to === undefined ? "" : ` to ${to}`}${key === null ? "" : `, key ${key}`}`
}

function recipientOf(body: unknown): string | undefined {
  if (typeof body !== "string") return undefined
  try {
    const { to, email } = Object(JSON.parse(body))
    return [to, email].find((one) => typeof one === "string")
  } catch {
    return undefined
  }
}
