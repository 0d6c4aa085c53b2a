import { refuseUnknownOptions } from "../webhooks/store.ts"
import { type CeilingReply, type CeilingStore, type CeilingUse, longestLease, neededFor } from "./ceiling.ts"
import { type IoRedis, type NodeRedis, requireRedis, runScript } from "./redis.ts"

export interface RedisCeilingOptions {
  /** Prefix of all keys. Clients with another prefix have other counts and another stop. Default `mas:ceiling:`. */
  prefix?: string | undefined
}

const begin = `local time = redis.call("TIME")
local now = time[1] * 1000 + time[2] / 1000
local number = function(value) return string.format("%.17g", value) end
`

// As `CeilingLedger`. Sorted sets hold the time of each row, all of a budget and by recipient; `weights` the number of people where it is not 1;
// a hash the attempts of each row: `pending`, and when one was `sent`. ARGV: keep, total, its window, per recipient, its window, lease, then row and
// number of each recipient. KEYS: stop, keep, all, weights, then those of each recipient.
const scripts = {
  take: `${begin}local stopped = redis.call("GET", KEYS[1])
if stopped then return cjson.encode({ state = "stopped", stop = stopped }) end
local keep = math.max(tonumber(redis.call("GET", KEYS[2])) or 0, tonumber(ARGV[1]))
local lease = tonumber(ARGV[6])
local expiry = string.format("%.0f", keep + lease)
local own, ownCount, asked, weights = {}, 0, 0, {}
for at = 7, #ARGV, 2 do own[ARGV[at]], ownCount, asked = true, ownCount + 1, asked + ARGV[at + 1] end
for _, row in ipairs(redis.call("ZRANGEBYSCORE", KEYS[3], "-inf", number(now - keep))) do redis.call("HDEL", KEYS[4], row) end
redis.call("ZREMRANGEBYSCORE", KEYS[3], "-inf", number(now - keep))
local ahead = number(now + ${longestLease})
for at = 3, #KEYS, 2 do
  for _, row in ipairs(redis.call("ZRANGEBYSCORE", KEYS[at], ahead, "+inf")) do redis.call("ZADD", KEYS[at], number(now), row) end
end
local held = redis.call("HGETALL", KEYS[4])
for at = 1, #held, 2 do weights[held[at]] = tonumber(held[at + 1]) end
local full = function(ceiling, place, key, count, ms, needed)
  if count == 0 then return end
  local from = now - ms
  local scoreOf = function(row) return tonumber(redis.call("ZSCORE", key, row) or 0) end
  local used = redis.call("ZCOUNT", key, "(" .. number(from), "+inf")
  for row in pairs(own) do if scoreOf(row) > from then used = used - 1 end end
  for row, weight in pairs(weights) do if not own[row] and scoreOf(row) > from then used = used + weight - 1 end end
  local excess = used + needed - count
  if excess <= 0 then return end
  local rows = redis.call("ZRANGEBYSCORE", key, "(" .. number(from), "+inf", "WITHSCORES", "LIMIT", 0, excess + ownCount)
  local wait = ms
  for at = 1, #rows, 2 do
    if not own[rows[at]] and excess > 0 then
      excess = excess - (weights[rows[at]] or 1)
      wait = rows[at + 1] + ms - now
    end
  end
  return cjson.encode({ state = "full", ceiling = ceiling, place = place, used = used, wait = number(wait) })
end
local refusal = full("total", 0, KEYS[3], tonumber(ARGV[2]), tonumber(ARGV[3]), asked)
for at = 7, #ARGV, 2 do
  local place = (at - 7) / 2
  refusal = refusal or full("perRecipient", place, KEYS[5 + 2 * place], tonumber(ARGV[4]), tonumber(ARGV[5]), 1)
end
if refusal then return refusal end
redis.call("SET", KEYS[2], number(keep), "PX", expiry)
for at = 7, #ARGV, 2 do
  local row, weight, to, attempts = ARGV[at], ARGV[at + 1], KEYS[5 + at - 7], KEYS[6 + at - 7]
  redis.call("ZREMRANGEBYSCORE", to, "-inf", number(now - keep))
  redis.call("ZADD", KEYS[3], number(now + lease), row)
  redis.call("ZADD", to, number(now + lease), row)
  if weight ~= "1" then redis.call("HSET", KEYS[4], row, math.max(weight, weights[row] or 1)) end
  redis.call("HINCRBY", attempts, "pending", 1)
  for _, key in ipairs({ KEYS[3], KEYS[4], to, attempts }) do redis.call("PEXPIRE", key, expiry) end
end
return '{"state":"taken"}'`,
  settle: `${begin}local keep = redis.call("GET", KEYS[2]) or "${longestLease}"
for at = 7, #ARGV, 2 do
  local row, to, attempts = ARGV[at], KEYS[5 + at - 7], KEYS[6 + at - 7]
  local pending = redis.call("HINCRBY", attempts, "pending", -1)
  if ARGV[1] == "1" then redis.call("HSET", attempts, "sent", number(now)) end
  local sent = redis.call("HGET", attempts, "sent")
  if pending <= 0 and not sent then
    redis.call("DEL", attempts)
    redis.call("ZREM", KEYS[3], row)
    redis.call("ZREM", to, row)
    redis.call("HDEL", KEYS[4], row)
  elseif sent then
    local at = sent
    if pending > 0 then at = number(math.max(sent, redis.call("ZSCORE", to, row) or 0)) end
    redis.call("ZADD", KEYS[3], "XX", at, row)
    redis.call("ZADD", to, "XX", at, row)
    redis.call("PEXPIRE", attempts, string.format("%.0f", keep))
  end
end
return "1"`,
  stop: `${begin}local stop = redis.call("GET", KEYS[1])
if stop and ARGV[1] == "" then return stop end
local since = stop and string.match(stop, "^%S+") or number(now)
return redis.call("SET", KEYS[1], since .. " " .. ARGV[1])`,
  start: `${begin}redis.call("DEL", KEYS[1])
return redis.call("SET", KEYS[2], number(now), "PX", ${2 * 86_400_000})`,
  stopped: `return redis.call("GET", KEYS[1])`,
  sinceStart: `${begin}local start = redis.call("GET", KEYS[1])
return start and number(now - start)`,
}

/**
 * Counts the sends of all clients that share a Redis server, by its clock. Takes the same clients as `redisStore`. Redis
 * must not evict keys (`maxmemory-policy noeviction`): if it loses its data, the counts begin again and a stop is over.
 *
 * ```ts
 * const mas = new Mas({ ceiling: { total: "500/15m", store: redisCeiling(new Redis(url)) } })
 * ```
 * @throws {TypeError} for an unknown option or an invalid `client`.
 */
export function redisCeiling(
  client: NodeRedis | IoRedis,
  { prefix = "mas:ceiling:", ...others }: RedisCeilingOptions = {},
): CeilingStore {
  refuseUnknownOptions("redisCeiling", others)
  requireRedis("redisCeiling", client)
  const run = async (script: string, keys: string[], args: readonly (string | number)[] = []) => {
    const reply = await runScript(client, script, keys, args.map(String))
    return reply === null || reply === undefined ? undefined : String(reply)
  }
  // The hash tag keeps all keys on one server of a cluster: they change together.
  const keyOf = (...names: string[]) => [`${prefix}{all}`, ...names].join(":")
  const [stopKey, startKey] = [keyOf("stop"), keyOf("started")]
  const rowOf = ({ id }: CeilingUse, key: string) => `${id} ${key}`
  const keysOf = (use: CeilingUse) => [
    stopKey,
    ...["keep", "all", "weights"].map((name) => keyOf(use.budget, name)),
    ...use.recipients.flatMap(({ key }) => [keyOf(use.budget, "to", key), keyOf(use.budget, "row", rowOf(use, key))]),
  ]
  const rowsOf = (use: CeilingUse) => use.recipients.flatMap(({ key, count }) => [rowOf(use, key), count])
  const stopOf = (text: string) => {
    const [since = "", ...words] = text.split(" ")
    return { since: Number(since), reason: words.join(" ") || undefined }
  }
  return {
    sharedBy: `all that share this Redis and the prefix ${prefix}`,
    async take(use) {
      const { total, perRecipient, lease } = use
      const limits = [total, perRecipient].flatMap((limit) => [limit?.count ?? 0, limit?.ms ?? 0])
      const reply = await run(scripts.take, keysOf(use), [neededFor(use), ...limits, lease, ...rowsOf(use)])
      const { state, stop, ceiling, place: index, used, wait } = JSON.parse(reply ?? "{}")
      if (state === "stopped") return { state, ...stopOf(stop) }
      if (state === "taken") return { state }
      const key = ceiling === "total" ? "" : (use.recipients[index]?.key ?? "")
      return { state: "full", ceiling, key, used, wait: Number(wait) } satisfies CeilingReply
    },
    async settle(use, isSent) {
      await run(scripts.settle, keysOf(use), [isSent ? 1 : 0, 0, 0, 0, 0, 0, ...rowsOf(use)])
    },
    async stop(reason = "") {
      await run(scripts.stop, [stopKey], [reason])
    },
    async start() {
      await run(scripts.start, [stopKey, startKey])
    },
    async stopped() {
      const stop = await run(scripts.stopped, [stopKey])
      return stop === undefined ? undefined : stopOf(stop)
    },
    async sinceStart() {
      const elapsed = await run(scripts.sinceStart, [startKey])
      return elapsed === undefined ? undefined : Number(elapsed)
    },
  }
}
