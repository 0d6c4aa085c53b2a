import { describe, expect, it } from "vitest"
import { Mas } from "../../../sdk/index.ts"
import { memoryStore } from "../../../sdk/webhooks/index.ts"
import { day, hour, startProgram } from "./program.ts"

/** A program whose endpoint is disabled while `bounces` messages bounce. */
async function offFor(bounces: number) {
  const program = await startProgram(1)
  const since = new Date(program.now())
  await program.mas.webhooks.update(program.webhook.id, { enabled: false })
  for (let remaining = bounces; remaining > 0; remaining--) {
    await program.send("bounced")
    await program.advance(hour)
  }
  return { ...program, since }
}

describe("catchUp", () => {
  it.each([0, 1, 2, 3, 4])(
    "resumes after a loop that ended early, after %i events: no duplicates, none missing",
    async (end) => {
      const { mas, since } = await offFor(5)
      const [store, types] = [memoryStore(), ["email.bounced"]]
      const done: string[] = []
      let eventsLeft = end
      for await (const event of mas.catchUp({ since, store, types })) {
        // It was delivered, but not processed.
        if (eventsLeft-- === 0) break
        done.push(event.id)
      }
      const rest = mas.catchUp({ since, store, types })
      for await (const event of rest) done.push(event.id)
      expect(new Set(done).size).toBe(5)
      expect(done).toHaveLength(5)
      expect(rest.account).toMatchObject({ yielded: 5 - end, known: end, busy: 0 })
    },
  )

  it("resumes after the work threw: the failed event comes again, first", async () => {
    const { mas, since } = await offFor(3)
    const [store, types] = [memoryStore(), ["email.bounced"]]
    const ids: string[] = []
    const run = async (failAt: number) => {
      for await (const event of mas.catchUp({ since, store, types })) {
        ids.push(event.id)
        if (ids.length === failAt) throw new Error("The database is away")
      }
    }
    await expect(run(2)).rejects.toThrow("The database is away")
    await run(0)
    expect(ids).toEqual([ids[0], ids[1], ids[1], ids[3]])
  })

  it("yields email.sent before later events of a message, even with equal timestamps", async () => {
    const program = await startProgram(1)
    const since = new Date(program.now())
    program.network = "down"
    for (let remaining = 8; remaining > 0; remaining--) await program.send("bounced")
    const lines = []
    for await (const event of program.mas.catchUp({ since, types: ["email.sent", "email.bounced"] }))
      lines.push(event.type)
    const times = (type: string) => Array.from({ length: 8 }, () => type)
    expect(lines).toEqual([...times("email.sent"), ...times("email.bounced")])
  })

  it("finds the exact bounces of messages sent days before, and of addresses that are no longer suppressed", async () => {
    const program = await startProgram(1)
    const early = await program.send("delivered")
    await program.advance(6 * day)
    const since = new Date(program.now())
    await program.mas.webhooks.update(program.webhook.id, { enabled: false })
    program.service.world.messages.event(early, { type: "bounced" })
    // Suppressed for seven days.
    const soft = await program.send("soft-bounced")
    await program.advance(8 * day)
    const entries = []
    for await (const { data, approximate } of program.mas.catchUp({ since, types: ["email.bounced"] }))
      entries.push([Object(data).message_id, approximate])
    expect(entries).toEqual([
      [early, false],
      [soft, false],
    ])
  })

  it("refuses a type that no event has", async () => {
    const { mas, since } = await offFor(2)
    const missed = mas.catchUp({ since, types: ["email.bounced", "email.bounce"] })
    await expect(missed[Symbol.asyncIterator]().next()).rejects.toThrow("types must be a list of email.sent,")
  })

  it("ends by the service's clock, whatever the program's clock says", async () => {
    const { service, since } = await offFor(2)
    const ownClock = { ...service.clientOptions.clock, now: () => since.getTime() - 9 * day }
    const mas = new Mas({ ...service.clientOptions, clock: ownClock })
    const missed = mas.catchUp({ since, types: ["email.bounced"] })
    const events = []
    for await (const event of missed) events.push(event)
    expect(events).toHaveLength(2)
    expect(Date.parse(missed.account?.until ?? "")).toBeGreaterThan(since.getTime() + hour)
  })
})

describe("health", () => {
  it("measures how long an endpoint has failed by the service's clock, whatever the program's clock says", async () => {
    const program = await startProgram(1)
    program.network = "down"
    await program.send("delivered")
    await program.advance(3 * hour)
    const { clientOptions } = program.service
    const mas = new Mas({ ...clientOptions, clock: { ...clientOptions.clock, now: () => program.now() - day } })
    expect((await mas.webhooks.health()).problems.map(({ kind }) => kind)).toEqual(["failing"])
  })
})
