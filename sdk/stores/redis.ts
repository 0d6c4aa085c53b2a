import { clockTolerance, clockWarning, keepTime, refuseUnknownOptions, type WebhookStore } from "../webhooks/store.ts"
import { batch } from "./batch.ts"
import { claimOf, maxMilliseconds, newOwner, requireMethods } from "./options.ts"

/** The part of a `redis` client (node-redis 4 and later) that the store uses. */
export interface NodeRedis {
  /** Distinguishes this client from others. */
  sendCommand: unknown
  /** Runs a script on the server. */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>
}
/** The part of an `ioredis` client that the store uses. */
export interface IoRedis {
  /** Distinguishes this client from others. */
  call: unknown
  /** Runs a script on the server. */
  eval(script: string, keys: number, ...args: string[]): Promise<unknown>
  /** True for a `Cluster`. */
  readonly isCluster?: boolean
  /** The client's options. */
  readonly options?: {
    /** Whether the commands of one event loop turn are sent together. */
    readonly enableAutoPipelining?: boolean | undefined
    /** Prepended to each declared key. */
    readonly keyPrefix?: string | undefined
  }
  /** Collects commands that are sent together. */
  pipeline?(): {
    /** Adds a script. */
    eval(script: string, keys: number, ...args: string[]): unknown
    /** Sends the commands; resolves with an error and a result for each. */
    exec(): Promise<unknown>
  }
}

/** Refuses at the start what would fail with each event: other libraries' clients, pipelines, transactions, callbacks. */
export function requireRedis(taker: string, client: object): void {
  const takes = `${taker} takes a connected client of redis 4 or later, or of ioredis: no promise, pipeline, transaction or legacy() of it`
  if (Object(client) !== client) throw new TypeError(takes)
  requireMethods(takes, client, "eval")
  const { isPipeline, sendCommand, connect } = Object(client)
  // Only the client itself connects.
  const isPart = isPipeline === true || (typeof sendCommand === "function" && typeof connect !== "function")
  if (isPart || !("call" in client || "sendCommand" in client)) throw new TypeError(takes)
}

/** True for a cluster of either library. */
export const isCluster = (client: object): boolean => Object(client).isCluster === true || "slots" in client

/** Runs a script with either client. Its keys are declared, all of them: a cluster, `keyPrefix` and ACLs go by these. */
export async function runScript(
  client: NodeRedis | IoRedis,
  script: string,
  keys: string[],
  args: string[],
): Promise<unknown> {
  if (!("call" in client)) return client.eval(script, { keys, arguments: args })
  const isRouted = client.isCluster && client.options?.enableAutoPipelining
  const pipeline = isRouted && client.pipeline?.()
  if (!pipeline) return client.eval(script, keys.length, ...keys, ...args)
  // Automatic pipelines of ioredis 4 and 5 choose the server by the script's text, not by its first key.
  pipeline.eval(script, keys.length, ...keys, ...args)
  const [[error, result] = []] = (await pipeline.exec()) as [unknown?, unknown?][]
  if (error) throw error
  return result
}

interface Step {
  readonly id: string
  readonly step: string
}
export interface RedisStoreOptions {
  /** How long handled ids are kept, in milliseconds: at least 35 hours, by default 48. Measured by the clock of Redis. */
  keep?: number | undefined
  /** Prefix of all keys. Add a hash tag if a proxy shards by a script's first key. Default `mas:webhook:`. */
  prefix?: string | undefined
}

// The key of an id holds `done`, or the end of its lease (milliseconds, server clock), its owner and the lease's length. A key outlives its lease, so
// that a late owner can still complete if no other has taken over. Each key has one step: action, owner and, for a claim, the
// lease. What is no such text, as another program's, is overwritten by a claim, and holds up no other event.
const script = `local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local leftOf = function(held) return (tonumber(string.match(held, "^%d+")) or 0) - now end
local isTooFar = function(held)
  return leftOf(held) > math.min(tonumber(string.match(held, " (%d+)$")) or 0, ${maxMilliseconds}) + ${clockTolerance}
end
local said = {}
for at, key in ipairs(KEYS) do
  local step, owner, lease = string.match(ARGV[at + 1], "(%a+) (%S*) ?(.*)")
  local held = redis.pcall("GET", key)
  if type(held) == "table" then held = "another's" end
  if step == "claim" then
    if held == "done" then said[at] = "done"
    elseif held and leftOf(held) > 0 and not isTooFar(held) then said[at] = "busy"
    else
      redis.call("SET", key, string.format("%.0f", now + lease) .. " " .. owner .. " " .. lease, "PX", ARGV[1])
      said[at] = held and isTooFar(held) and "thrown" or "mine"
    end
  elseif not held or string.match(held, " (%S*)") ~= owner then said[at] = "lost"
  elseif step == "complete" then said[at] = redis.call("SET", key, "done", "PX", ARGV[1])
  else said[at] = redis.call("DEL", key) end
end
return said`

/**
 * Remembers webhooks in Redis. Each step is one script for all events that need it at that time. A crash between an effect and
 * `complete` can repeat the effect. Redis must not evict keys (`maxmemory-policy noeviction`). After a crash it has lost whatever
 * its append-only file lacks: nothing with `appendfsync always`, up to a second with `everysec`.
 *
 * ```ts
 * const store = redisStore(await createClient({ url }).connect())   // or redisStore(new Redis(url))
 * ```
 * @throws {RangeError} when `keep` is less than 35 hours.
 * @throws {TypeError} for an unknown option or an invalid `client`.
 */
export function redisStore(
  client: NodeRedis | IoRedis,
  { keep, prefix = "mas:webhook:", ...others }: RedisStoreOptions = {},
): WebhookStore & { migrate(): Promise<void> } {
  const keepMs = `${Math.ceil(keepTime(keep))}`
  refuseUnknownOptions("redisStore", others)
  requireRedis("redisStore", client)
  const warnOfClock = clockWarning("redisStore")
  // A single server's client can be connected to a cluster, too: that is recognized by a refusal.
  let isSplit = isCluster(client)

  async function run(steps: readonly Step[]): Promise<readonly unknown[]> {
    const keys = steps.map(({ id }) => prefix + id)
    return [await runScript(client, script, keys, [keepMs, ...steps.map(({ step }) => step)])].flat()
  }
  const ask = batch<Step, unknown>(async (steps) => {
    const alone = () => steps.map(async (step) => (await run([step]))[0])
    if (isSplit) return alone()
    try {
      return await run(steps)
    } catch (error) {
      // A cluster stores keys on several servers and refused the script before it changed anything.
      if (!String(error).includes("CROSSSLOT")) throw error
      isSplit = true
      return alone()
    }
  }, Number.POSITIVE_INFINITY)
  // The result of each step. Clients can be configured to return numbers as text.
  const did = async (reply: Promise<unknown>) => ["OK", "1"].includes(String(await reply))

  return {
    async claim(id, { lease }) {
      const owner = newOwner()
      const step = `claim ${owner} ${Math.ceil(Math.min(lease, maxMilliseconds))}`
      return claimOf(await ask({ id, step }), owner, warnOfClock)
    },
    complete: (id, owner) => did(ask({ id, step: `complete ${owner}` })),
    release: (id, owner) => did(ask({ id, step: `release ${owner}` })),
    /** Redis needs no migration. */
    async migrate() {},
  }
}
