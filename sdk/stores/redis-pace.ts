import { clockTolerance, refuseUnknownOptions } from "../webhooks/store.ts"
import {
  batchTime,
  furthest,
  keepRate,
  largest,
  longestStep,
  minRate,
  outage,
  type Pace,
  type PacedRequest,
  type PaceOptions,
  ratesOf,
  recent,
} from "./pace.ts"
import { paceOf } from "./pace-of.ts"
import { type IoRedis, type NodeRedis, requireRedis, runScript } from "./redis.ts"

export interface RedisPaceOptions extends PaceOptions {
  /** Prefix of all keys. Default `mas:pace:`. */
  prefix?: string | undefined
}

const begin = `local time = redis.call("TIME")
local now = time[1] * 1000 + time[2] / 1000
local number = function(value) return string.format("%.17g", value) end
local read = function(key, name)
  local value = tonumber(redis.call("HGET", key, name)) or 0
  return math.abs(value) <= ${largest} and value or 0
end
local paused = function(key)
  local till = read(key, "paused")
  return till <= now + read(key, "pause") + ${clockTolerance} and till or 0
end
local recently = function(key) return read(key, "recently") * math.exp(math.min(0, read(key, "counted") - now) / ${recent}) end
local pause = function(key, ms, keep)
  local till = math.max(paused(key), now + ms)
  redis.call("HSET", key, "paused", number(till), "pause", number(till - now))
  return redis.call("PEXPIRE", key, string.format("%.0f", till - now + keep))
end
`
const readRates = `local first, most, growth = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local rate = read(KEYS[1], "rate")
rate = math.min(rate >= ${minRate} and rate or first, most)
`

// As `memoryEngine`. Each key is a hash: `next` and `paused` are milliseconds of the server's clock, `rate` is turns a second.
const scripts = {
  take: `${begin}${readRates}local count, within, late = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local throwPause = function(key)
  local ahead = read(key, "paused") - now
  if ahead <= read(key, "pause") + ${clockTolerance} then return 0 end
  redis.call("HSET", key, "paused", "0")
  return ahead
end
local next, thrown = read(KEYS[1], "next"), math.max(throwPause(KEYS[1]), throwPause(KEYS[2]))
local pauseThrown = thrown
if next > now + ${furthest} then next, thrown = now, math.max(thrown, next - now) end
local held = math.max(0, paused(KEYS[2]) - now)
local at = math.max(now, next, paused(KEYS[1]))
if held > 0 or at - now > within then return "0 " .. number(at - now) .. " 0 " .. number(held) .. " " .. number(pauseThrown) end
local taken = math.min(count, math.max(1, math.floor(rate * ${batchTime} / 1000)))
if next > now then rate = math.min(most, rate + growth * taken / rate) end
redis.call("HSET", KEYS[1], "next", number(at + math.min((taken + late) * 1000 / rate, ${longestStep})), "rate", number(rate),
  "recently", number(recently(KEYS[1]) + taken), "counted", number(now))
redis.call("PEXPIRE", KEYS[1], ${keepRate})
return taken .. " " .. number(at - now) .. " " .. number(1000 / rate) .. " 0 " .. number(thrown)`,
  slow: `${begin}${readRates}if paused(KEYS[1]) <= now then rate = math.max(${minRate}, rate / 2) end
redis.call("HSET", KEYS[1], "rate", number(rate))
return pause(KEYS[1], tonumber(ARGV[4]), ${keepRate})`,
  stop: `${begin}return pause(KEYS[1], tonumber(ARGV[1]), 1000)`,
  countFailure: `${begin}local failures = recently(KEYS[1]) + 1
redis.call("HSET", KEYS[1], "recently", number(failures), "counted", number(now))
local isOutage = failures >= ${outage.failures} and failures >= ${outage.share} * recently(KEYS[2])
return pause(KEYS[1], isOutage and tonumber(ARGV[1]) or 0, ${10 * recent})`,
}

/**
 * The pace of all clients that share a Redis server, by its clock. Takes the same clients as `redisStore`. If Redis
 * loses its data, the pace starts again.
 *
 * ```ts
 * const mas = new Mas({ pace: redisPace(new Redis(url), { perSecond: 50 }) })
 * ```
 * @throws {RangeError} when `perSecond` is not 0.1 to 1,000,000, or `longestPause` is negative.
 * @throws {TypeError} for an unknown option or an invalid `client`.
 */
export function redisPace(
  client: NodeRedis | IoRedis,
  { perSecond, longestPause, prefix = "mas:pace:", ...others }: RedisPaceOptions = {},
): Pace {
  refuseUnknownOptions("redisPace", others)
  requireRedis("redisPace", client)
  const { first, max, growth } = ratesOf(perSecond)
  const rates = [first, max, growth]
  const run = async (script: string, keys: string[], args: readonly number[]) =>
    String(await runScript(client, script, keys, args.map(String)))
  // The hash tag keeps related keys on one server of a cluster.
  const keyOf = ({ credential }: PacedRequest) => `${prefix}{${credential}}`
  const endpointOf = (request: PacedRequest) => `${keyOf(request)} ${request.endpoint}`
  return paceOf(
    {
      async take({ request, count, within, late }) {
        const keys = [keyOf(request), endpointOf(request)]
        const reply = await run(scripts.take, keys, [...rates, count, within, late])
        const [granted = 0, wait = 0, spacing = 0, pausedMs = 0, thrown = 0] = reply.split(" ").map(Number)
        return { count: granted, wait, spacing, held: pausedMs, thrown }
      },
      slow: (request, ms) => run(scripts.slow, [keyOf(request)], [...rates, ms]),
      stop: (request, ms) => run(scripts.stop, [endpointOf(request)], [ms]),
      countFailure: (request, ms) => run(scripts.countFailure, [endpointOf(request), keyOf(request)], [ms]),
    },
    { longestPause },
  )
}
