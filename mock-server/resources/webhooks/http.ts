import { type LookupAddress, type LookupOptions, lookup as systemLookup } from "node:dns"
import { isIP, type LookupFunction } from "node:net"
import type { Pool } from "undici"
import type { HostClock } from "../../base/host.ts"
import type { Deliver, DeliveryOutcome, DeliveryRequest, Receiver } from "../../world/delivery.ts"
import { isAllowedAddress, isLocalHost, isNamed, readTarget, type Target } from "./address.ts"
import { Exchange } from "./exchange.ts"

/** Finds every address of a host name. */
export type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

// Idle connections are kept for only a second: the endpoint might close one just as it is reused.
const keepAlive = { keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000 }
/** `Exchange` has its own timeouts, on the host's clock. */
const withoutTimeouts = { headersTimeout: 0, bodyTimeout: 0 }

/** Options of `httpDelivery` besides the clock. */
interface Ways {
  /** The system's resolver when left out. */
  readonly resolve?: Resolve | undefined
  /** Allowed endpoints outside the public internet. */
  readonly receivers?: readonly Receiver[]
}

/** Sends webhooks over HTTP with connection reuse. Redirects are not followed. */
export function httpDelivery(
  clock: HostClock,
  { resolve = systemLookup, receivers = [] }: Ways = {},
): { readonly deliver: Deliver; readonly close: () => void } {
  const targets = new Map<string, Target | undefined>()
  const pools = new Map<string, Pool>()
  let makePool: typeof Pool | undefined
  let isClosed = false

  /**
   * The target of a request, parsed and checked once; undefined when its host is a forbidden address. Names are checked
   * when they are resolved.
   */
  function targetOf({ url, allowLocal }: DeliveryRequest): Target | undefined {
    const key = `${allowLocal} ${url}`
    if (!targets.has(key)) {
      if (targets.size >= 1_000) targets.clear()
      const target = readTarget(url)
      const isAllowed = target && (isIP(target.host) === 0 || allowedFor(target, allowLocal, receivers)(target.host))
      targets.set(key, isAllowed ? target : undefined)
    }
    return targets.get(key)
  }

  /** Undici loads with the first webhook: most runs of a mock server have none. */
  async function loadAndSend(target: Target, request: DeliveryRequest): Promise<DeliveryOutcome> {
    makePool ??= (await import("undici")).Pool
    return isClosed ? { error: "the mock server was closed", duration: 0 } : send(makePool, target, request)
  }

  function forget(close: (pool: Pool) => Promise<void>): void {
    for (const pool of pools.values()) close(pool).catch(() => {})
    pools.clear()
  }

  function poolOf(Made: typeof Pool, target: Target, allowLocal: boolean): Pool {
    const { origin } = target
    const key = `${allowLocal} ${origin}`
    const existing = pools.get(key)
    if (existing) return existing
    const lookup = guardedLookup(target, allowedFor(target, allowLocal, receivers), resolve)
    const pool = new Made(origin, { ...keepAlive, ...withoutTimeouts, connect: { lookup, timeout: 0 } })
    if (pools.size >= maxPools) forget((each) => each.close())
    pools.set(key, pool)
    return pool
  }

  function send(Made: typeof Pool, target: Target, request: DeliveryRequest): Promise<DeliveryOutcome> {
    const { headers, body, allowLocal } = request
    return new Promise((settle) => {
      const options = { method: "POST", path: target.path, headers, body } as const
      poolOf(Made, target, allowLocal).dispatch(options, new Exchange({ clock, request, settle }))
    })
  }

  return {
    deliver(request) {
      const target = targetOf(request)
      if (target === undefined) return Promise.resolve({ error: notPublic, duration: 0 })
      return makePool === undefined ? loadAndSend(target, request) : send(makePool, target, request)
    },
    close() {
      isClosed = true
      forget((pool) => pool.destroy())
    },
  }
}

const maxPools = 1_000

const notPublic = "the address is not on the public internet"

/** Resolves a name and allows only permitted addresses: a name that was public at creation may be private now. */
function guardedLookup({ host }: Target, isAllowed: IsAllowed, resolve: Resolve): LookupFunction {
  return (name, options, callback) => {
    resolve(isLocalHost(host) ? "localhost" : name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, "")
      const allowed = addresses.filter(({ address }) => isAllowed(address))
      const [first] = allowed
      if (first === undefined) return callback(new Error(notPublic), "")
      return options.all ? callback(null, allowed) : callback(null, first.address, first.family)
    })
  }
}

type IsAllowed = (address: string) => boolean

const allowedFor = (target: Target, allowLocal: boolean, receivers: readonly Receiver[]): IsAllowed =>
  isNamed(target, receivers) ? () => true : (address) => isAllowedAddress(address, target.protocol, allowLocal)
