import type { SetAsideStore } from "../webhooks/set-aside.ts"
import { refuseUnknownOptions } from "../webhooks/store.ts"
import { requireMethods } from "./options.ts"
import { type IoRedis, type NodeRedis, runScript } from "./redis.ts"
import { countedFor, setAsideStore } from "./set-aside.ts"

export interface RedisSetAsideOptions {
  /** Prefix of all keys. Its hash tag keeps them on one server of a cluster. Default `mas:{set-aside}:`. */
  prefix?: string | undefined
}

const clock = `local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local whole = function(number) return string.format("%.0f", number) end
`

// A hash for each event. Events that are set aside are listed in `index` and do not expire.
const scripts = {
  fail: `${clock}local failures = redis.call("HINCRBY", KEYS[1], "failures", 1)
redis.call("HSETNX", KEYS[1], "first", whole(now))
redis.call("HSET", KEYS[1], "error", ARGV[3], "last", whole(now))
if failures < tonumber(ARGV[4]) then redis.call("PEXPIRE", KEYS[1], ARGV[5]) return failures end
redis.call("HSET", KEYS[1], "event", ARGV[2])
redis.call("PERSIST", KEYS[1])
redis.call("ZADD", KEYS[2], redis.call("HGET", KEYS[1], "first"), ARGV[1])
return failures`,
  rows: `local rows = {}
for _, id in ipairs(redis.call("ZRANGE", KEYS[1], 0, -1)) do
  local found = redis.call("HMGET", ARGV[1] .. id, "event", "failures", "error", "first", "last")
  if found[1] then rows[#rows + 1] = { id, found[1], found[2], found[3], found[4], found[5] } end
end
return rows`,
  take: `${clock}local found = redis.call("HMGET", KEYS[1], "event", "taken")
if not found[1] or tonumber(found[2] or 0) > now then return false end
redis.call("HSET", KEYS[1], "taken", whole(now + ARGV[1]))
return found[1]`,
  giveBack: `${clock}if redis.call("EXISTS", KEYS[1]) == 0 then return 0 end
redis.call("HINCRBY", KEYS[1], "failures", 1)
return redis.call("HSET", KEYS[1], "error", ARGV[1], "last", whole(now), "taken", "0")`,
  remove: `redis.call("ZREM", KEYS[2], ARGV[1])
if redis.call("HEXISTS", KEYS[1], "event") == 0 then return 0 end
return redis.call("DEL", KEYS[1])`,
}

/**
 * Keeps events that were set aside in Redis, which must not evict keys. Takes the same clients as `redisStore`.
 * @throws {TypeError} for an unknown option or an invalid `client`.
 */
export function redisSetAside(
  client: NodeRedis | IoRedis,
  { prefix = "mas:{set-aside}:", ...others }: RedisSetAsideOptions = {},
): SetAsideStore & { migrate(): Promise<void> } {
  refuseUnknownOptions("redisSetAside", others)
  requireMethods("redisSetAside takes a client of redis or ioredis that is connected", client, "eval")
  const index = `${prefix}index`
  const keyOf = (id: string) => `${prefix}event:${id}`
  const run = (script: string, keys: string[], ...args: string[]) => runScript(client, script, keys, args)
  return {
    ...setAsideStore({
      fail: async ({ id, event, error }, after) =>
        Number(await run(scripts.fail, [keyOf(id), index], id, event, error, String(after), String(countedFor))),
      async rows() {
        const rows = await run(scripts.rows, [index], keyOf(""))
        return (Array.isArray(rows) ? rows : []).map((row: unknown) => {
          const [id = "", event = "", failures = "", error = "", first = "", last = ""] = [row].flat().map(String)
          return { id, event, error, failures: Number(failures), first: Number(first), last: Number(last) }
        })
      },
      async take(id, lease) {
        const event = await run(scripts.take, [keyOf(id)], String(Math.ceil(lease)))
        return event == null ? undefined : String(event)
      },
      giveBack: (id, error) => run(scripts.giveBack, [keyOf(id)], error),
      remove: async (id) => String(await run(scripts.remove, [keyOf(id), index], id)) === "1",
    }),
    /** Redis needs no migration. */
    async migrate() {},
  }
}
