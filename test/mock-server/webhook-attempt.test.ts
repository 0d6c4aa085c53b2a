import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { afterAttempt } from "../../mock-server/resources/webhooks/after-attempt.ts"
import { showAttempt } from "../../mock-server/resources/webhooks/attempt.ts"
import { AttemptLog } from "../../mock-server/world/attempt-log.ts"
import type { AttemptFacts } from "../../mock-server/world/delivery.ts"
import { DeliveryQueues, queueWidth } from "../../mock-server/world/delivery-queues.ts"
import { limits } from "../../sdk/contract/core/limits.ts"

const now = Date.parse("2026-03-01T12:00:00.000Z")
const answered = fc.integer({ min: 200, max: 599 }).map((status) => ({ status, duration: 1 }))
const unanswered = fc.constant({ error: "no response", duration: 1 })

describe("the outcome of an attempt", () => {
  const delivery = fc.record({ attempts: fc.nat(6) })
  const endpoint = fc.record({
    failing_since: fc.option(fc.integer({ min: now - 2 * limits.webhookAutoOffAfter, max: now })),
  })

  it("is success for any 2xx and for nothing else [34.1]", () => {
    fc.assert(
      fc.property(delivery, endpoint, fc.oneof(answered, unanswered), (before, at, outcome) => {
        const ok = "status" in outcome && outcome.status < 300
        const after = afterAttempt(before, at, outcome, now)
        expect(after.delivery === "succeed").toBe(ok)
        expect(after.error === null).toBe(ok)
        if (ok) expect(after).toMatchObject({ endpoint: "succeed", failingSince: null, nextAttemptAt: null })
      }),
    )
  })

  it("is a retry after that attempt's delay, while there is one [34.2]", () => {
    fc.assert(
      fc.property(delivery, unanswered, (before, outcome) => {
        const after = afterAttempt(before, { failing_since: null }, outcome, now)
        const delay = limits.webhookRetryDelays[before.attempts]
        expect(after.nextAttemptAt).toBe(delay === undefined ? null : now + delay)
        expect(after.delivery).toBe(delay === undefined ? "fail" : "retry")
        expect(after).toMatchObject({ endpoint: "fail", failingSince: now })
      }),
    )
  })

  it("disables the endpoint exactly if it has failed for three days [34.4]", () => {
    fc.assert(
      fc.property(delivery, endpoint, unanswered, (before, at, outcome) => {
        const after = afterAttempt(before, at, outcome, now)
        const isOver = at.failing_since !== null && now - at.failing_since >= limits.webhookAutoOffAfter
        expect(after.endpoint).toBe(isOver ? "give_up" : "fail")
        expect(after.failingSince).toBe(at.failing_since ?? now)
        // What has retries left waits until the endpoint is enabled.
        expect(after.delivery).toBe(limits.webhookRetryDelays[before.attempts] === undefined ? "fail" : "retry")
      }),
    )
  })
})

describe("the log of attempts", () => {
  const facts: AttemptFacts = {
    webhook_id: 1,
    delivery_id: 1,
    number: 1,
    at: now,
    url: "https://hooks.example.com/",
    secret: "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz",
    event_id: "evt_1",
    event_type: "email.sent",
    body: "{}",
  }

  it("keeps the newest 10,000, oldest first, under their original ids", () => {
    const log = new AttemptLog()
    for (let i = 1; i <= 10_005; i++)
      log.add({ facts: { ...facts, delivery_id: i }, outcome: { status: 200, duration: 1 } })
    const attempts = log.list()
    expect(attempts).toHaveLength(10_000)
    expect([attempts[0], attempts.at(-1)]).toMatchObject([
      { id: 6, delivery_id: 6 },
      { id: 10_005, delivery_id: 10_005 },
    ])
    expect(attempts.every(({ id, delivery_id }) => id === delivery_id)).toBe(true)
  })

  it("is restored from plain JSON, and continues", { tags: "slow" }, () => {
    const log = new AttemptLog()
    const add = (id: number) => log.add({ facts: { ...facts, delivery_id: id }, outcome: { error: "x", duration: 1 } })
    for (let i = 1; i <= 10_003; i++) add(i)
    const copy = new AttemptLog()
    copy.load(JSON.parse(JSON.stringify(log.dump())))
    expect(copy.list()).toEqual(log.list())
    for (const each of [log, copy]) each.add({ facts, outcome: { status: 200, duration: 1 } })
    expect(copy.list().map(showAttempt).at(-1)).toEqual(log.list().map(showAttempt).at(-1))
    expect(copy.list().at(-1)?.id).toBe(10_004)
  })
})

describe("the queues of endpoints", () => {
  /** Work that ends when the test decides. */
  function work() {
    const running: { name: string; end: () => void }[] = []
    const queues = new DeliveryQueues()
    const started: string[] = []
    const run = (endpoint: number, chain: number | null, name: string) =>
      queues.run(endpoint, chain, () => {
        started.push(name)
        return new Promise<void>((resolve) => running.push({ name, end: resolve }))
      })
    const end = async (name: string) => {
      running.find((each) => each.name === name)?.end()
      await new Promise(setImmediate)
    }
    return { run, end, started }
  }

  it("start work that answers at once without a promise", () => {
    expect(new DeliveryQueues().run(1, 1, () => "done")).toBe("done")
  })

  it("run up to the limit per endpoint, in order of arrival", async () => {
    const { run, end, started } = work()
    for (let i = 0; i < queueWidth + 3; i++) run(1, null, `a${i}`)
    expect(started).toHaveLength(queueWidth)
    await end("a3")
    expect(started.at(-1)).toBe(`a${queueWidth}`)
    run(2, null, "b")
    expect(started.at(-1)).toBe("b")
  })

  it("keep their order, however many wait and come meanwhile", async () => {
    const { run, end, started } = work()
    const names = Array.from({ length: 200 }, (_, n) => `w${n}`)
    const later = names.splice(120)
    for (const name of names) run(1, null, name)
    for (let ended = 0; ended < 200; ended++) {
      if (ended % 2 === 0 && later.length > 0) {
        const name = later.shift() ?? ""
        names.push(name)
        run(1, null, name)
      }
      const next = names[ended]
      if (next !== undefined) await end(next)
    }
    expect(started).toEqual(names)
  })

  it("run one of a chain at a time, and let others overtake", async () => {
    const { run, end, started } = work()
    for (const name of ["x1", "x2", "x3"]) run(1, 7, name)
    run(1, 8, "y1")
    expect(started).toEqual(["x1", "y1"])
    await end("x1")
    expect(started).toEqual(["x1", "y1", "x2"])
    await end("x2")
    expect(started).toEqual(["x1", "y1", "x2", "x3"])
  })

  it("run everything once, whatever ends first", async () => {
    const job = fc.record({ endpoint: fc.nat(2), chain: fc.option(fc.nat(3)) })
    await fc.assert(
      fc.asyncProperty(fc.array(job, { maxLength: 60 }), fc.infiniteStream(fc.nat(100)), async (jobs, picks) => {
        const queues = new DeliveryQueues()
        const running: { key: string; end: () => void }[] = []
        const runs = jobs.map(() => 0)
        let ended = 0
        const all = jobs.map(({ endpoint, chain }, index) =>
          queues.run(endpoint, chain, () => {
            const key = `${endpoint} ${chain ?? `alone ${index}`}`
            runs[index] = (runs[index] ?? 0) + 1
            expect(running.map((each) => each.key)).not.toContain(key)
            expect(running.filter((each) => each.key.startsWith(`${endpoint} `)).length).toBeLessThan(queueWidth)
            return new Promise<void>((resolve) => running.push({ key, end: resolve }))
          }),
        )
        while (ended < jobs.length) {
          const [one] = running.splice((picks.next().value ?? 0) % running.length, 1)
          one?.end()
          ended++
          await new Promise(setImmediate)
        }
        await Promise.all(all)
        expect(runs).toEqual(jobs.map(() => 1))
      }),
      { numRuns: 30 },
    )
  })
})
