import { describe, expect, it, onTestFinished } from "vitest"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { skipped } from "../../support/skipped.ts"
import { limit, notOnce, size, stormFiles } from "./storm/setup.ts"
import { runStorm } from "./storm/storm.ts"

const files = stormFiles()

describe.skipIf(noPostgres)(
  `two receivers on Postgres that crash, in a storm of deliveries${skipped(noPostgres)}`,
  () => {
    it.each(["pg", "postgres.js"])(
      "handle each event exactly once in their transaction, by %s",
      async (kind) => {
        const engine = await startPostgres()
        onTestFinished(engine.stop)
        const after = await runStorm({ ...size, program: files.program, engine, args: [kind, engine.url, ""] })
        expect([after.done.size, after.kills]).toEqual([size.events, size.kills])
        expect(notOnce(after)).toEqual([])
      },
      limit,
    )
  },
)
