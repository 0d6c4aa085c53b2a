import { type LookupAddress, type LookupOptions, lookup as systemLookup } from "node:dns"
import { Agent as HttpAgent, request as httpRequest } from "node:http"
import { Agent as HttpsAgent, request as httpsRequest } from "node:https"
import { isIP, type LookupFunction } from "node:net"
import type { HostClock } from "../base/host.ts"
import type { Deliver, DeliveryOutcome, DeliveryRequest, Receiver } from "../world/delivery.ts"
import { isAllowedAddress, isLocalHost, isNamed, readTarget, type Target } from "./address.ts"
import { ReceiverAnswer } from "./receiver-answer.ts"

/** Finds every address of a host name. */
export type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

// How long the rest of an answer is waited for.
const drainTime = 250

// A connection is kept for a second only: an endpoint that closes idle ones must not do so just as it is used again.
const agentOptions = { keepAlive: true, maxFreeSockets: 64, timeout: 1_000 }

/** What sending goes by, beside the clock. */
interface Ways {
  /** The system's when left out. */
  readonly resolve?: Resolve | undefined
  /** Endpoints off the public internet that may be sent to. */
  readonly receivers?: readonly Receiver[]
}

/** Sends webhooks over HTTP, on connections that are kept. Redirects are not followed. */
export function httpDelivery(
  clock: HostClock,
  { resolve = systemLookup, receivers = [] }: Ways = {},
): { readonly deliver: Deliver; readonly close: () => void } {
  const agents = { "http:": new HttpAgent(agentOptions), "https:": new HttpsAgent(agentOptions) }
  const targets = new Targets(receivers)

  function send(target: Target, request: DeliveryRequest): Promise<DeliveryOutcome> {
    return new Promise((settle) => {
      const started = clock.elapsed()
      const secure = target.protocol === "https:"
      const outgoing = (secure ? httpsRequest : httpRequest)({
        method: "POST",
        host: target.host,
        port: target.port || (secure ? 443 : 80),
        path: target.path,
        headers: request.headers,
        agent: agents[secure ? "https:" : "http:"],
        lookup: guardedLookup(target, allowedFor(target, request.allowLocal, receivers), resolve),
      })
      let answer: ReceiverAnswer | undefined
      let cancel = clock.after(request.timeout, () => {
        finish({ error: `no answer within ${request.timeout / 1_000} s`, duration: clock.elapsed() - started })
        outgoing.destroy()
      })
      const finish = (outcome: DeliveryOutcome) => {
        cancel()
        settle(outcome)
      }
      const fail = (error: NodeJS.ErrnoException) => {
        const duration = clock.elapsed() - started
        finish(answer === undefined ? { error: describe(error), duration } : answer.outcome)
      }
      outgoing.on("error", fail)
      outgoing.on("response", (incoming) => {
        cancel()
        const arrived = new ReceiverAnswer(incoming, clock.elapsed() - started)
        answer = arrived
        cancel = clock.after(drainTime, () => incoming.destroy())
        arrived.drain(() => finish(arrived.outcome))
      })
      outgoing.on("close", () => {
        if (answer === undefined) fail(new Error("the connection was closed without an answer"))
      })
      outgoing.end(request.body)
    })
  }

  return {
    deliver(request) {
      const target = targets.of(request)
      return target === undefined ? Promise.resolve({ error: notPublic, duration: 0 }) : send(target, request)
    },
    close() {
      agents["http:"].destroy()
      agents["https:"].destroy()
    },
  }
}

const notPublic = "the address is not on the public internet"

/** Resolves a name and lets only allowed addresses through: what was public at creation may be private by now. */
function guardedLookup({ host }: Target, isAllowed: IsAllowed, resolve: Resolve): LookupFunction {
  return (name, options, callback) => {
    resolve(isLocalHost(host) ? "localhost" : name, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, "")
      const allowed = found.filter(({ address }) => isAllowed(address))
      const [first] = allowed
      if (first === undefined) return callback(new Error(notPublic), "")
      return options.all ? callback(null, allowed) : callback(null, first.address, first.family)
    })
  }
}

/** Whether a request may go to an address. */
type IsAllowed = (address: string) => boolean

const allowedFor = (target: Target, allowLocal: boolean, receivers: readonly Receiver[]): IsAllowed =>
  isNamed(target, receivers) ? () => true : (address) => isAllowedAddress(address, target.protocol, allowLocal)

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was cut",
  ENOTFOUND: "the host name does not resolve",
  EAI_AGAIN: "the host name does not resolve for now",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ETIMEDOUT: "the connection took too long",
}

function describe(error: NodeJS.ErrnoException): string {
  const cause = error instanceof AggregateError ? (error.errors[0] as NodeJS.ErrnoException) : error
  return sentences[cause.code ?? ""] ?? cause.message
}

/** The URLs in use, taken apart and judged once each. */
class Targets {
  readonly #targets = new Map<string, Target | undefined>()
  readonly #receivers: readonly Receiver[]

  constructor(receivers: readonly Receiver[]) {
    this.#receivers = receivers
  }

  /** Where a request goes; undefined when its host is an address that it must not go to. Names are judged when they are resolved. */
  of({ url, allowLocal }: DeliveryRequest): Target | undefined {
    const key = `${allowLocal} ${url}`
    if (!this.#targets.has(key)) {
      if (this.#targets.size >= 1_000) this.#targets.clear()
      const target = readTarget(url)
      const isAllowed =
        target && (isIP(target.host) === 0 || allowedFor(target, allowLocal, this.#receivers)(target.host))
      this.#targets.set(key, isAllowed ? target : undefined)
    }
    return this.#targets.get(key)
  }
}
