import type { SetAsideStore } from "../webhooks/set-aside.ts"
import { clockTolerance, clockWarning, refuseUnknownOptions } from "../webhooks/store.ts"
import { type IoRedis, isCluster, type NodeRedis, requireRedis, runScript } from "./redis.ts"
import { failureTtl, setAsideStore } from "./set-aside.ts"

export interface RedisSetAsideOptions {
  /** Prefix of all keys. A cluster needs its hash tag, which keeps them on one server. Default `mas:{set-aside}:`. */
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
  ids: `return redis.call("ZRANGE", KEYS[1], 0, -1)`,
  rows: `local rows = {}
for at, key in ipairs(KEYS) do
  local row = redis.pcall("HMGET", key, "event", "failures", "error", "first", "last")
  rows[at] = row.err and {row.err} or row
end
return rows`,
  take: `${clock}local found = redis.call("HMGET", KEYS[1], "event", "taken", "lease")
local left = (tonumber(found[2]) or 0) - now
local isTooFar = left > (tonumber(found[3]) or 0) + ${clockTolerance}
if not found[1] or (left > 0 and not isTooFar) then return false end
local untilTime = whole(now + ARGV[1])
redis.call("HSET", KEYS[1], "taken", untilTime, "lease", ARGV[1])
return {found[1], untilTime, isTooFar and "thrown" or "mine"}`,
  giveBack: `${clock}if redis.call("EXISTS", KEYS[1]) == 0 then return 0 end
redis.call("HINCRBY", KEYS[1], "failures", 1)
redis.call("HSET", KEYS[1], "error", ARGV[1], "last", whole(now))
if redis.call("HGET", KEYS[1], "taken") ~= ARGV[2] then return 0 end
return redis.call("HSET", KEYS[1], "taken", "0")`,
  remove: `redis.call("ZREM", KEYS[2], ARGV[1])
if redis.call("HEXISTS", KEYS[1], "event") == 0 then return 0 end
return redis.call("DEL", KEYS[1])`,
}

/** Redis goes by the text in the first braces of a key. */
const hashTag = /^[^{]*\{[^}]+\}/

/** Maximum number of events read by one script, which blocks the server. */
const maxKeys = 500

/**
 * Keeps events that were set aside in Redis, which must not evict keys. Takes the same clients as `redisStore`.
 * @throws {TypeError} for an unknown option or an invalid `client`.
 * @throws {RangeError} if `prefix` has no hash tag, on a cluster.
 */
export function redisSetAside(
  client: NodeRedis | IoRedis,
  { prefix = "mas:{set-aside}:", ...others }: RedisSetAsideOptions = {},
): SetAsideStore & { migrate(): Promise<void> } {
  refuseUnknownOptions("redisSetAside", others)
  requireRedis("redisSetAside", client)
  const warnOfClock = clockWarning("redisSetAside")
  const { keyPrefix = "" } = Object("call" in client && client.options)
  if (isCluster(client) && !hashTag.test(`${keyPrefix}${prefix}`))
    throw new RangeError("prefix needs a hash tag on a cluster, such as mas:{set-aside}:")
  const index = `${prefix}index`
  const keyOf = (id: string) => `${prefix}event:${id}`
  const run = (script: string, keys: string[], ...args: string[]) => runScript(client, script, keys, args)
  return {
    ...setAsideStore({
      fail: async ({ id, event, error }, after) =>
        Number(await run(scripts.fail, [keyOf(id), index], id, event, error, String(after), String(failureTtl))),
      async rows() {
        const ids = [await run(scripts.ids, [index])].flat().map(String)
        const rows: unknown[] = []
        for (let from = 0; from < ids.length; from += maxKeys) {
          const keys = ids.slice(from, from + maxKeys).map(keyOf)
          rows.push(...[await run(scripts.rows, keys)].flat())
        }
        return ids.flatMap((id, at) => {
          const [event, ...others] = [rows[at]].flat()
          const [failures, error = "", first, last] = others.map(String)
          // Dropped since its id was read.
          if (event == null) return []
          return {
            id,
            event: String(event),
            error,
            failures: Number(failures),
            first: Number(first),
            last: Number(last),
          }
        })
      },
      async take(id, lease) {
        const [event, until, state] = [await run(scripts.take, [keyOf(id)], String(Math.ceil(lease)))].flat()
        if (String(state) === "thrown") warnOfClock()
        return event == null ? undefined : { event: String(event), until: Number(until) }
      },
      giveBack: (id, until, error) => run(scripts.giveBack, [keyOf(id)], error, String(until)),
      remove: async (id) => String(await run(scripts.remove, [keyOf(id), index], id)) === "1",
    }),
    /** Redis needs no migration. */
    async migrate() {},
  }
}
