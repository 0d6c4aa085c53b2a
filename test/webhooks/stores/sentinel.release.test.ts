import { Redis } from "ioredis"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { redisPace, redisSetAside, redisStore } from "../../../sdk/stores/index.ts"
import { send, turnOf } from "../../sdk/pace/support.ts"
import { noRedis } from "../../support/engines/redis.ts"
import { startWatchedRedis, type WatchedRedis } from "../../support/engines/redis-sentinel.ts"
import { skipped } from "../../support/skipped.ts"
import { holdsSetAside } from "./set-aside-checks.ts"

const lease = 60_000

describe.skipIf(noRedis)(`what uses Redis holds while a replica is promoted${skipped(noRedis)}`, () => {
  let redis: WatchedRedis
  beforeAll(async () => {
    redis = await startWatchedRedis()
  })
  afterAll(() => redis.stop())

  it("keeps what the replica has, and goes on", async () => {
    const client = new Redis({ sentinels: [redis.sentinel], name: redis.name, maxRetriesPerRequest: null })
    client.on("error", () => {})
    onTestFinished(() => client.disconnect())
    const store = redisStore(client)
    const claim = await store.claim("evt-1", { lease })
    expect(claim.state).toBe("mine")
    if (claim.state === "mine") expect(await store.complete("evt-1", claim.owner)).toBe(true)
    await holdsSetAside(redisSetAside(client))
    await redisPace(client, { perSecond: 100 }).stop(send, 3_600_000)
    // Redis replicates after it has responded: a promoted replica lacks what it was not sent yet.
    expect(await client.wait(1, 10_000)).toBe(1)
    await redis.killFirst()
    expect((await redisStore(client).claim("evt-1", { lease })).state).toBe("done")
    expect((await store.claim("evt-2", { lease })).state).toBe("mine")
    expect(await turnOf(redisPace(client, { perSecond: 100 }), send, { longest: 60_000 })).toBeGreaterThan(3_000_000)
  })
})
