import { refuseUnknownOptions } from "../webhooks/store.ts"
import { requireMethods } from "./options.ts"
import { batchTime, keepRate, minRate, type Pace, type PacedRequest, type PaceOptions, ratesOf } from "./pace.ts"
import { paceOf } from "./pace-of.ts"
import { type IoRedis, type NodeRedis, runScript } from "./redis.ts"

export interface RedisPaceOptions extends PaceOptions {
  /** Prefix of all keys. Default `mas:pace:`. */
  prefix?: string | undefined
}

const begin = `local time = redis.call("TIME")
local now = time[1] * 1000 + time[2] / 1000
local number = function(value) return string.format("%.17g", value) end
local read = function(key, name) return tonumber(redis.call("HGET", key, name) or 0) end
`
const readRates = `local first, most, growth = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local next, paused, rate = read(KEYS[1], "next"), read(KEYS[1], "paused"), read(KEYS[1], "rate")
rate = math.min(rate > 0 and rate or first, most)
`

// As `memoryEngine`. Each key is a hash: `next` and `paused` are milliseconds of the server's clock, `rate` is turns a second.
const scripts = {
  take: `${begin}${readRates}local count, within, late = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local held = math.max(0, read(KEYS[2], "paused") - now)
local at = math.max(now, next, paused)
if held > 0 or at - now > within then return "0 " .. number(at - now) .. " 0 " .. number(held) end
local taken = math.min(count, math.max(1, math.floor(rate * ${batchTime} / 1000)))
if next > now then rate = math.min(most, rate + growth * taken / rate) end
redis.call("HSET", KEYS[1], "next", number(at + (taken + late) * 1000 / rate), "rate", number(rate))
redis.call("PEXPIRE", KEYS[1], ${keepRate})
return taken .. " " .. number(at - now) .. " " .. number(1000 / rate) .. " 0"`,
  slow: `${begin}${readRates}if paused <= now then rate = math.max(${minRate}, rate / 2) end
paused = math.max(paused, now + ARGV[4])
redis.call("HSET", KEYS[1], "paused", number(paused), "rate", number(rate))
return redis.call("PEXPIRE", KEYS[1], string.format("%.0f", paused - now + ${keepRate}))`,
  stop: `${begin}local paused = math.max(read(KEYS[1], "paused"), now + ARGV[1])
redis.call("HSET", KEYS[1], "paused", number(paused))
return redis.call("PEXPIRE", KEYS[1], string.format("%.0f", paused - now + 1000))`,
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
  requireMethods("redisPace takes a client of redis or ioredis that is connected", client, "eval")
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
        const answer = await run(scripts.take, keys, [...rates, count, within, late])
        const [taken = 0, wait = 0, spacing = 0, held = 0] = answer.split(" ").map(Number)
        return { count: taken, wait, spacing, held }
      },
      slow: (request, ms) => run(scripts.slow, [keyOf(request)], [...rates, ms]),
      stop: (request, ms) => run(scripts.stop, [endpointOf(request)], [ms]),
    },
    { longestPause },
  )
}
