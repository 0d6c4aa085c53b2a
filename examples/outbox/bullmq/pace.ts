import type { Redis } from "ioredis"
import type { PaceStore } from "../limiter.ts"

const now = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000`
const take = `${now}
  local at = math.max(now, redis.call('HGET', KEYS[1], 'next') or 0, redis.call('HGET', KEYS[1], 'paused') or 0)
  local given = at <= now + 1000
  if given then redis.call('HSET', KEYS[1], 'next', string.format('%.3f', at + ARGV[1])) end
  return { given and 1 or 0, string.format('%.3f', at - now) }`
const pause = `${now}
  local paused = math.max(now + ARGV[1], redis.call('HGET', KEYS[1], 'paused') or 0)
  redis.call('HSET', KEYS[1], 'paused', string.format('%.3f', paused))`

/** The pace of all senders in one hash. */
export function redisPace(redis: Redis, key = "receipts:pace"): PaceStore {
  return {
    async take(count, spacing) {
      const answer = await redis.eval(take, 1, key, count * spacing)
      const [given, wait] = Array.isArray(answer) ? answer.map(Number) : []
      return { given: given === 1, wait: wait ?? 0 }
    },
    async pause(ms) {
      await redis.eval(pause, 1, key, ms)
    },
  }
}
