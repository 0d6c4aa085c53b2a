import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { noRedis, startRedis } from "../../support/engines/redis.ts"
import { skipped } from "../../support/skipped.ts"
import { limit, notOnce, type Odd, size, stormFiles } from "./storm/setup.ts"
import { runStorm } from "./storm/storm.ts"

const files = stormFiles()

describe.skipIf(noRedis)(`two receivers on Redis that crash, in a storm of deliveries${skipped(noRedis)}`, () => {
  it.each(["node-redis", "ioredis"])(
    "lose nothing, and repeat an event only after a crash that hit it, by %s",
    async (kind) => {
      const engine = await startRedis()
      onTestFinished(engine.stop)
      const after = await runStorm({
        ...size,
        program: files.program,
        engine,
        args: [kind, engine.url, join(files.folder, kind)],
      })
      expect([after.done.size, after.kills]).toEqual([size.events, size.kills])
      expect(notOnce(after).filter(({ times, crashes }) => times === 0 || times > 1 + crashes)).toEqual([])
    },
    limit,
  )
})

describe.skipIf(noRedis)(`the storm${skipped(noRedis)}`, () => {
  it.each([
    ["mark first", "lost", 25, ({ times }: Odd) => times === 0],
    // A crash would excuse a repeat.
    ["asks before it claims", "done twice", 0, ({ times, crashes }: Odd) => times > 1 + crashes],
  ] as const)(
    "detects a store with the fault of %s: events are %s",
    async (kind, _what, kills, isFault) => {
      const engine = await startRedis()
      onTestFinished(engine.stop)
      const after = await runStorm({
        events: 500,
        kills,
        restarts: 0,
        program: files.program,
        args: [kind, engine.url, join(files.folder, kind)],
      })
      expect(notOnce(after).filter(isFault)).not.toEqual([])
    },
    limit,
  )
})
