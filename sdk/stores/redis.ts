import { keepTime, type WebhookStore } from "../webhooks/store.ts"
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
export interface RedisStoreOptions {
  /** Milliseconds that handled ids are kept, 35 hours at least; 48 when left out. By the clock of Redis. */
  keep?: number | undefined
  /** What keys begin with. Default `mas:webhook:`. */
  prefix?: string | undefined
}

// An id's key holds `done`, or when its lease ends (milliseconds by the server's clock) and its owner. A key of a lease
// outlives it, so that an owner who is late and not overtaken can still complete.
const claim = `local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held = redis.call("GET", KEYS[1])
if held == "done" then return "done" end
if held and tonumber(string.match(held, "^%d+")) > now then return "busy" end
redis.call("SET", KEYS[1], string.format("%.0f", now + ARGV[2]) .. " " .. ARGV[1], "PX", ARGV[3])
return "mine"`
const ifHeld = `local held = redis.call("GET", KEYS[1])
if not held or string.match(held, " (.*)") ~= ARGV[1] then return 0 end
`
const complete = `${ifHeld}redis.call("SET", KEYS[1], "done", "PX", ARGV[2])
return 1`
const release = `${ifHeld}return redis.call("DEL", KEYS[1])`

/**
 * Remembers webhooks in Redis, each step one script. An effect that was done can be done once more for each crash between
 * it and `complete`. Redis must not evict keys (`maxmemory-policy noeviction`), and forgets with a crash what its append-only
 * file did not get: `appendfsync always` loses nothing, `everysec` up to a second.
 *
 * ```ts
 * const dedupe = redisStore(await createClient({ url }).connect())   // or redisStore(new Redis(url))
 * ```
 * @throws {RangeError} when `keep` is less than 35 hours.
 * @throws {TypeError} when `client` is none.
 */
export function redisStore(
  client: NodeRedis | IoRedis,
  { keep, prefix = "mas:webhook:" }: RedisStoreOptions = {},
): WebhookStore & { migrate(): Promise<void> } {
  const kept = `${Math.ceil(keepTime(keep))}`
  mustHave("redisStore takes a client of redis or ioredis that is connected", client, "eval")
  // A client may be told to give numbers as texts.
  const did = async (done: Promise<unknown>) => Number(await done) === 1
  const run = (script: string, id: string, ...args: string[]) =>
    "call" in client
      ? client.eval(script, 1, prefix + id, ...args)
      : client.eval(script, { keys: [prefix + id], arguments: args })
  return {
    async claim(id, { lease }) {
      const owner = newOwner()
      return claimOf(await run(claim, id, owner, `${Math.ceil(Math.min(lease, longest))}`, kept), owner)
    },
    complete: (id, owner) => did(run(complete, id, owner, kept)),
    release: (id, owner) => did(run(release, id, owner)),
    /** Nothing is to be made in Redis. */
    async migrate() {},
  }
}
