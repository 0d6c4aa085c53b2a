import { describe, expect, it } from "vitest"
import { type CatchUpOptions, Mas } from "../../../sdk/index.ts"
import { memoryStore } from "../../../sdk/webhooks/index.ts"
import { day, hour, lineOf, minute, startProgram } from "./program.ts"

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

  it("comes back to events that another process holds, once their leases have expired", async () => {
    const { service, mas, since, now } = await offFor(3)
    const [store, types] = [memoryStore({ now }), ["email.bounced"]]
    const ids: string[] = []
    for await (const { id } of mas.catchUp({ since, types })) ids.push(id)
    await store.claim(ids[0] ?? "", { lease: minute })
    await store.claim(ids[1] ?? "", { lease: hour })
    const lease = 90_000
    const { clock } = service.clientOptions
    const after = (ms: number, run: () => void) => clock.after(ms, ms === lease ? () => advanceThen(run) : run)
    const advanceThen = async (run: () => void) => {
      await service.world.advance(lease)
      run()
    }
    const other = new Mas({ ...service.clientOptions, clock: { now, after } })
    const missed = other.catchUp({ since, store, types, lease })
    const caught: string[] = []
    for await (const { id } of missed) caught.push(id)
    expect(caught).toEqual([ids[2], ids[0]])
    expect(missed.account).toMatchObject({ yielded: 2, known: 0, busy: 1 })
  })

  it("says that each event may repeat where there is no endpoint", async () => {
    const { mas, webhook, since } = await offFor(2)
    await mas.webhooks.delete(webhook.id)
    const missed = mas.catchUp({ since, types: ["email.bounced"] })
    for await (const _ of missed);
    expect(missed.account?.lost).toMatchObject([
      { what: "deliveries", atMost: 2, sentence: expect.stringMatching(/^2 events before 2026-03-01T14:00:01/) },
    ])
  })

  it("says how many events may repeat, and before when, once an endpoint is deleted: what it delivered is unknown", async () => {
    const program = await startProgram(1)
    const { mas, webhook, send, advance, now, database } = program
    const types = ["email.bounced", "email.complained"] as const
    const since = now()
    // A second endpoint is enough while it got the same events. This one does not.
    await mas.webhooks.create({ url: webhook.url, events: ["email.complained"] })
    await send("bounced")
    await send("complained")
    await advance(hour)
    const [recorded, rotatedAt] = [new Set(database.lines), new Date(now()).toISOString()]
    await mas.webhooks.create({ url: webhook.url, events: [...types] })
    const lossesOf = async () => {
      const missed = mas.catchUp({ since, types, store: database.store })
      const repeated: string[] = []
      for await (const event of missed) repeated.push(lineOf(event))
      return { repeated: repeated.filter((line) => recorded.has(line)), lost: missed.account?.lost }
    }
    expect(await lossesOf()).toEqual({ repeated: [], lost: [] })
    await mas.webhooks.delete(webhook.id)
    expect(await lossesOf()).toEqual({
      repeated: ["email.bounced 1 hard"],
      lost: [
        {
          what: "deliveries",
          atMost: 1,
          sentence: `1 event before ${rotatedAt} may repeat: no endpoint that listens to its type is older, and what a deleted endpoint delivered is unknown.`,
        },
      ],
    })
  })

  it("does not repeat what an endpoint delivered that is off, until its deliveries are older than seven days", async () => {
    const { mas, webhook, send, advance, now, database } = await startProgram(1)
    const since = now()
    await send("bounced")
    await mas.webhooks.create({ url: webhook.url, events: ["email.bounced"] })
    await mas.webhooks.update(webhook.id, { enabled: false })
    const catchUp = async () => {
      const missed = mas.catchUp({ since, types: ["email.bounced"], store: database.store })
      const ids: string[] = []
      for await (const { id } of missed) ids.push(id)
      return [ids, missed.account?.lost.map(({ what }) => what)]
    }
    await advance(7 * day - minute)
    expect(await catchUp()).toEqual([[], []])
    await advance(2 * minute)
    expect(await catchUp()).toEqual([["caught_up_email_bounced_1_hard"], ["history"]])
  })

  it("refuses a period that ends before it begins", async () => {
    const { mas, since } = await offFor(0)
    const events = async (options: CatchUpOptions) => {
      for await (const { id } of mas.catchUp(options)) return id
    }
    for (const until of [since, new Date(since.getTime() - 1)])
      await expect(events({ since, until })).rejects.toThrow("since must be before until (default: now)")
    await expect(events({ since: "soon" })).rejects.toThrow("since")
    expect(await events({ since, until: new Date(since.getTime() + 1) })).toBeUndefined()
  })

  it("yields the types that endpoints listen to, all of them where there is none", async () => {
    const { mas, since, webhook } = await offFor(1)
    const types = async () => {
      const all: string[] = []
      for await (const { type } of mas.catchUp({ since })) all.push(type)
      return all
    }
    await mas.webhooks.update(webhook.id, { events: ["email.bounced"] })
    expect(await types()).toEqual(["email.bounced"])
    await mas.webhooks.delete(webhook.id)
    expect(await types()).toEqual(["email.sent", "email.bounced"])
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
    const { problems } = await mas.webhooks.health()
    expect(problems).toMatchObject([{ kind: "failing" }])
    expect(problems[0]?.sentence).toContain("has failed for 3 h, since 2026-03-01T12:00:00.000Z: 2 deliveries wait.")
  })

  it("finds an endpoint that gets nothing, although mail is sent", async () => {
    const { mas, webhook, send, advance } = await startProgram(1)
    await mas.webhooks.update(webhook.id, { events: ["email.sent"] })
    for (let at = 0; at < 10; at++) {
      await send("delivered")
      await advance(at === 4 ? hour : 10 * minute)
    }
    expect(await mas.webhooks.health({ events: [] })).toMatchObject({
      problems: [],
      endpoints: [{ lastSuccess: "2026-03-01T14:20:00.000Z", waiting: 0, failed: 0, complete: true }],
    })
    await mas.webhooks.update(webhook.id, { events: ["email.bounced"] })
    await send("delivered")
    await advance(hour)
    await mas.webhooks.update(webhook.id, { events: ["email.sent"] })
    expect((await mas.webhooks.health({ events: [] })).problems).toEqual([])
    await advance(50 * minute)
    const [problem] = (await mas.webhooks.health({ events: [] })).problems
    expect(problem).toMatchObject({ kind: "quiet", endpoint: webhook.id })
    expect(problem?.sentence).toContain(
      "has been sent nothing for 2 h, although 1 message was sent. The longest pause in the seven days before was 1 h 0 min.",
    )
    await send("delivered")
    expect((await mas.webhooks.health({ events: [] })).problems).toEqual([])
  })

  it("names events that were set aside, brands that it did not check, and a brand without an endpoint", async () => {
    const { mas } = await startProgram(1)
    const times = ["2026-03-01T11:00:00.000Z", "2026-03-01T10:00:00.000Z"]
    const aside = (count: number) =>
      mas.webhooks.health({ setAside: { list: () => times.slice(0, count).map((firstFailure) => ({ firstFailure })) } })
    expect((await aside(0)).isHealthy).toBe(true)
    expect((await aside(1)).problems).toMatchObject([
      { kind: "set-aside", sentence: expect.stringContaining("1 event is set aside, the oldest since 2026-03-01T11") },
    ])
    expect((await aside(2)).problems[0]?.sentence).toContain("2 events are set aside, the oldest since 2026-03-01T10")
    expect((await mas.webhooks.health()).notes).toEqual([
      "Acme has 2 brands, 1 checked: the service does not list brands, so name the others in brands (--brands).",
    ])
    expect(await mas.webhooks.health({ brands: ["brand_main", "brand_second"], events: [] })).toMatchObject({
      problems: [
        { kind: "no-endpoint", brand: "brand_second", sentence: expect.stringContaining("in brand brand_second:") },
      ],
      endpoints: [{ brand: "brand_main", account: null }],
      notes: [],
    })
  })

  it("looks at each account that a person reaches, and at one if it may not list accounts", async () => {
    const { mas, service, webhook } = await startProgram(1)
    const { token } = service.world.credentials.mint({ kind: "jwt", account_id: 3 })
    const { baseUrl, fetch, clock } = service.clientOptions
    const person = new Mas({ token, baseUrl, fetch, clock })
    const invite = await mas.invites.create({ email: "owner@client.test", role: "admin" })
    await person.invites.accept(String(Object(invite).token))
    const { problems, endpoints } = await person.webhooks.health()
    expect(endpoints).toMatchObject([{ id: webhook.id, account: 1 }])
    expect(problems).toMatchObject([{ kind: "no-endpoint" }])
    service.world.faults.add({ method: "GET", path: "/v1/my/account*", status: 403 })
    expect(await mas.webhooks.health()).toMatchObject({ problems: [], endpoints: [{ account: null }], notes: [] })
    service.world.faults.clear()
    service.world.faults.add({ method: "GET", path: "/v1/my/account*", status: 418 })
    await expect(mas.webhooks.health()).rejects.toMatchObject({ status: 418 })
  })
})
