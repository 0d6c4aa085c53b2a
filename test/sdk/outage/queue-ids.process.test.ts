import { Queue } from "bullmq"
import { Redis } from "ioredis"
import { describe, expect, it, onTestFinished } from "vitest"
import { noRedis, startRedis } from "../../support/engines/redis.ts"
import { skipped } from "../../support/skipped.ts"
import { startProgram } from "./program.ts"

describe.skipIf(noRedis)(`the ids of events that no delivery has${skipped(noRedis)}`, () => {
  it("are taken by BullMQ as ids of jobs, each once", async () => {
    const engine = await startRedis("--appendfsync", "no")
    onTestFinished(engine.stop)
    const connection = new Redis(engine.url, { maxRetriesPerRequest: null })
    const queue = new Queue("events", { connection })
    onTestFinished(async () => {
      await queue.close()
      await connection.quit()
    })
    const { mas, webhook, send, advance, now } = await startProgram(1)
    const since = now()
    await mas.webhooks.update(webhook.id, { enabled: false })
    for (const end of ["bounced", "soft-bounced", "complained", "failed"]) await send(end)
    await advance(60_000)
    const ids: string[] = []
    // As in docs/many-machines.md; the second run's jobs are known.
    for (let run = 1; run <= 2; run++) {
      for await (const event of mas.catchUp({ since })) {
        ids.push(event.id)
        await queue.add(event.type, event, { jobId: event.id })
      }
    }
    const jobs = await queue.getJobs(["waiting"])
    expect(jobs.map(({ id }) => id).sort()).toEqual([...new Set(ids)].sort())
    expect(new Set(jobs.map(({ name }) => name))).toEqual(
      new Set(["email.sent", "email.bounced", "email.complained", "email.failed"]),
    )
  })
})
