import { keepTime, refuseOthers, type WebhookStore } from "../webhooks/store.ts"
import { batch } from "./batch.ts"
import { claimOf, longest, mustHave, newOwner } from "./options.ts"

/** What is used of a client of the package `redis` (node-redis 4 and later). */
export interface NodeRedis {
  sendCommand: unknown
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>
}
/** What is used of a client of the package `ioredis`. */
export interface IoRedis {
  call: unknown
  eval(script: string, keys: number, ...args: string[]): Promise<unknown>
}
/** What is to be done of an event, as the script reads it. */
interface Step {
  readonly id: string
  readonly step: string
}
export interface RedisStoreOptions {
  /** Milliseconds that handled ids are kept, 35 hours at least; 48 when left out. By the clock of Redis. */
  keep?: number | undefined
  /** What keys begin with, with a hash tag where a proxy shards by a script's first key. Default `mas:webhook:`. */
  prefix?: string | undefined
}

// An id's key holds `done`, or when its lease ends (milliseconds by the server's clock) and its owner. A key of a lease
// outlives it, so that an owner who is late and not overtaken can still complete. For each key there is a step: what, for whom
// and, of a claim, for how long.
const script = `local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local said = {}
for at, key in ipairs(KEYS) do
  local step, owner, lease = string.match(ARGV[at + 1], "(%a+) (%S*) ?(.*)")
  local held = redis.call("GET", key)
  if step == "claim" then
    if held == "done" then said[at] = "done"
    elseif held and tonumber(string.match(held, "^%d+")) > now then said[at] = "busy"
    else
      redis.call("SET", key, string.format("%.0f", now + lease) .. " " .. owner, "PX", ARGV[1])
      said[at] = "mine"
    end
  elseif not held or string.match(held, " (.*)") ~= owner then said[at] = "lost"
  elseif step == "complete" then said[at] = redis.call("SET", key, "done", "PX", ARGV[1])
  else said[at] = redis.call("DEL", key) end
end
return said`

/**
 * Remembers webhooks in Redis, each step one script, for all events that are at it just then. An effect that was done can be
 * done once more for each crash between it and `complete`. Redis must not evict keys (`maxmemory-policy noeviction`), and
 * forgets with a crash what its append-only file did not get: `appendfsync always` loses nothing, `everysec` up to a second.
 *
 * ```ts
 * const store = redisStore(await createClient({ url }).connect())   // or redisStore(new Redis(url))
 * ```
 * @throws {RangeError} when `keep` is less than 35 hours.
 * @throws {TypeError} when `client` or an option is none.
 */
export function redisStore(
  client: NodeRedis | IoRedis,
  { keep, prefix = "mas:webhook:", ...others }: RedisStoreOptions = {},
): WebhookStore & { migrate(): Promise<void> } {
  const kept = `${Math.ceil(keepTime(keep))}`
  refuseOthers("redisStore", others)
  mustHave("redisStore takes a client of redis or ioredis that is connected", client, "eval")
  let isSplit = false

  async function run(steps: readonly Step[]): Promise<readonly unknown[]> {
    const [keys, args] = [steps.map(({ id }) => prefix + id), [kept, ...steps.map(({ step }) => step)]]
    const said =
      "call" in client
        ? client.eval(script, keys.length, ...keys, ...args)
        : client.eval(script, { keys, arguments: args })
    return [await said].flat()
  }
  const ask = batch<Step, unknown>(async (steps) => {
    const alone = () => steps.map(async (step) => (await run([step]))[0])
    if (isSplit) return alone()
    try {
      return await run(steps)
    } catch (error) {
      // A cluster, where each key may have a server of its own: it has done nothing.
      if (!String(error).includes("CROSSSLOT")) throw error
      isSplit = true
      return alone()
    }
  }, Number.POSITIVE_INFINITY)
  // As the commands of the two steps say it. A client may be told to give numbers as texts.
  const did = async (said: Promise<unknown>) => ["OK", "1"].includes(String(await said))

  return {
    async claim(id, { lease }) {
      const owner = newOwner()
      const step = `claim ${owner} ${Math.ceil(Math.min(lease, longest))}`
      return claimOf(await ask({ id, step }), owner)
    },
    complete: (id, owner) => did(ask({ id, step: `complete ${owner}` })),
    release: (id, owner) => did(ask({ id, step: `release ${owner}` })),
    /** Nothing is to be made in Redis. */
    async migrate() {},
  }
}
