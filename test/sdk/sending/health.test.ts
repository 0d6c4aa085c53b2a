import { describe, expect, it } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
import {
  type CeilingOptions,
  type HealthEvent,
  InvalidArgumentError,
  Mas,
  SendCeilingError,
} from "../../../sdk/index.ts"
import { memoryCeiling } from "../../../sdk/stores/index.ts"
import { rejection } from "../core/support.ts"

const hour = 3_600_000
const until = Date.parse("2026-03-01T12:00:00.000Z")

/** The events of mails that were sent 10 minutes ago: so many, of which some bounced and some were complained about. */
function eventsOf(
  sent: number,
  { hard = 0, soft = 0, complaints = 0, age = 600_000, firstId = 1 } = {},
): HealthEvent[] {
  const timestamp = new Date(until - age).toISOString()
  return Array.from({ length: sent }, (_, at) => {
    const data = {
      message_id: firstId + at,
      to: `p${firstId + at}@example.test`,
      tags: { campaign: at < hard ? "bad" : "good", brand_id: "1" },
    }
    const type = at < hard ? "hard" : "soft"
    return [
      { type: "email.sent", timestamp, data },
      ...(at < hard + soft ? [{ type: "email.bounced", timestamp, data: { ...data, bounce: { type } } }] : []),
      ...(at >= sent - complaints ? [{ type: "email.complained", timestamp, data }] : []),
    ]
  }).flat()
}

function connected() {
  const service = createMockService({ clock: "frozen", now: new Date(until).toISOString() })
  const mas = new Mas(service.clientOptions)
  const health = (events: HealthEvent[]) => mas.sending.health({ events })
  return { service, mas, health, world: service.world }
}

describe("mas.sending.health with webhook events of one's own", () => {
  it.each([
    [13, { hard: 1 }, "unknown"],
    [99, { hard: 99 }, "unknown"],
    [100, { hard: 2 }, "unknown"],
    [100, { hard: 3 }, "warning"],
    [100, { hard: 4 }, "warning"],
    [100, { hard: 5 }, "pause"],
    [200, { hard: 3 }, "healthy"],
    [100, { soft: 50 }, "healthy"],
    [100, { complaints: 2 }, "healthy"],
    [2_999, { complaints: 3 }, "warning"],
    [1_000, { complaints: 3 }, "pause"],
    [4_000, { complaints: 3 }, "healthy"],
    [0, {}, "unknown"],
  ])("judges %i mails with %o as %s", async (sent, bad, state) => {
    const { health } = connected()
    const { spans, ...verdict } = await health(eventsOf(sent, bad))
    // Too few complaints of a hundred are no verdict; their bounces have one.
    expect(verdict.state === "healthy" && state === "unknown" ? "unknown" : verdict.state).toBe(state)
    expect(spans.map(({ span, sent: count }) => [span, count])).toEqual([
      ["hour", sent],
      ["day", sent],
    ])
  })

  it("has no rate without the mails that were sent, and none of what was sent before", async () => {
    const { health } = connected()
    const bounces = eventsOf(120, { hard: 120 }).filter(({ type }) => type === "email.bounced")
    expect(await health(bounces)).toMatchObject({
      state: "unknown",
      problems: [],
      notes: expect.arrayContaining([expect.stringContaining("neither email.sent nor email.delivered")]),
    })
    const older = eventsOf(3, { complaints: 3, firstId: 1_000 }).filter(({ type }) => type === "email.complained")
    expect((await health([...eventsOf(100), ...older])).spans[0]).toMatchObject({ sent: 100, complaints: { count: 0 } })
    const delivered = eventsOf(95).map((event) => ({ ...event, type: "email.delivered" }))
    const bounced = bounces
      .slice(0, 5)
      .map((event) => ({ ...event, data: { ...event.data, message_id: 999_000 + Number(event.data.message_id) } }))
    expect((await health([...delivered, ...bounced])).spans[0]).toMatchObject({ sent: 100, bounces: { count: 5 } })
  })

  it("names the addresses and the tag that cause it", async () => {
    const { health } = connected()
    const { state, problems, spans } = await health(eventsOf(200, { hard: 20 }))
    expect(state).toBe("pause")
    expect(problems[0]).toBe(
      "20 of 200 mails of the last hour bounced for good (10 %); 20 of them have the tag campaign=bad",
    )
    expect(spans[0]?.bounces).toMatchObject({
      count: 20,
      rate: 0.1,
      state: "pause",
      tags: [{ tag: "campaign=bad", count: 20, sent: 20 }],
    })
    expect(spans[0]?.bounces.addresses).toContain("p1@example.test")
  })

  it("names the five most frequent tags, and no others", async () => {
    const { health } = connected()
    const letters = ["a", "b", "c", "d", "e", "f"]
    const events = letters.flatMap((letter, at) =>
      eventsOf(at + 1, { hard: at + 1, firstId: 1 + at * 100 }).map((event) => ({
        ...event,
        data: { ...event.data, tags: { batch: letter } },
      })),
    )
    const { spans } = await health(events)
    expect(spans[0]?.bounces.tags.map(({ tag, count }) => [tag, count])).toEqual([
      ["batch=f", 6],
      ["batch=e", 5],
      ["batch=d", 4],
      ["batch=c", 3],
      ["batch=b", 2],
    ])
  })

  it("counts a message once, whatever the order and number of its events", async () => {
    const { health } = connected()
    const events = eventsOf(200, { hard: 12 })
    const { spans } = await health([...events, ...events].reverse())
    expect([spans[0]?.sent, spans[0]?.bounces.count]).toEqual([200, 12])
  })

  it("tells the last hour from the last day, and leaves out what is older or a test", async () => {
    const { health } = connected()
    const day = eventsOf(200, { hard: 20, age: 5 * hour, firstId: 1_000 })
    const older = eventsOf(500, { hard: 500, age: 25 * hour, firstId: 5_000 })
    const test: HealthEvent = {
      type: "email.bounced",
      timestamp: new Date(until).toISOString(),
      data: { message_id: null },
    }
    const { state, spans } = await health([...eventsOf(150), ...day, ...older, test])
    expect(spans.map(({ sent, bounces }) => [sent, bounces.count, bounces.state])).toEqual([
      [150, 0, "healthy"],
      [350, 20, "pause"],
    ])
    expect(state).toBe("pause")
  })

  it("takes other limits, and refuses those that are none", async () => {
    const { mas } = connected()
    const events = eventsOf(20, { hard: 1 })
    const limits = { bounces: { warnAt: 0.01, pauseAt: 0.05 }, minSent: 10, minEvents: 1 }
    expect((await mas.sending.health({ events, limits })).state).toBe("pause")
    for (const [wrong, name] of [
      [{ bounces: { warnAt: 0.1, pauseAt: 0.05 } }, "limits.bounces"],
      [{ complaints: { warnAt: 0, pauseAt: 2 } }, "limits.complaints"],
      [{ minSent: 0 }, "limits.minSent"],
    ] as const)
      expect(await rejection(mas.sending.health({ limits: wrong }))).toMatchObject({
        message: expect.stringContaining(name),
      })
  })
})

/** Sends so many mails, of which some bounce. */
async function sendMails(mas: Mas, count: number, bad: number, name = "p"): Promise<void> {
  for (let at = 0; at < count; at++) {
    const to = `${name}${at}@${at < bad ? "bad" : "good"}.example.test`
    await mas.messages.send({
      channel: "email",
      to,
      subject: "Hi",
      body: "Hi",
      tags: { list: at < bad ? "old" : "new" },
    })
  }
}

describe("mas.sending.health from what the service lists", () => {
  it("knows bounces and complaints without an endpoint, and says what it does not know", async () => {
    const { mas, world } = connected()
    world.outcomes.add({ to: "*@bad.example.test", outcome: "bounced" })
    await sendMails(mas, 120, 12)
    world.advance("1m")
    const { state, spans, notes } = await mas.sending.health()
    expect(state).toBe("pause")
    expect(spans[0]).toMatchObject({ sent: 120, bounces: { count: 12 } })
    expect(spans[0]?.bounces.addresses).toHaveLength(12)
    expect(notes.join("\n")).toMatch(/no webhook endpoint: the tags[\s\S]*campaigns and flows[\s\S]*Gmail/)
  })

  it("leaves out what was sent before since, and messages beyond the newest", async () => {
    const { mas, world } = connected()
    await sendMails(mas, 3, 0)
    await world.advance("1m")
    const since = world.clock.get().now
    await world.advance("1m")
    await sendMails(mas, 2, 0)
    world.advance("1m")
    const sent = async (options: object) => (await mas.sending.health(options)).spans[0]?.sent
    expect([await sent({}), await sent({ since })]).toEqual([5, 2])
    const { spans, notes } = await mas.sending.health({ most: 4 })
    expect([spans[0]?.sent, notes.filter((note) => note.includes("(most)"))]).toEqual([
      4,
      ["Only the newest 4 messages of the last day were read (most)."],
    ])
    expect((await mas.sending.health({ most: 5 })).notes.join()).not.toContain("(most)")
  })

  it("says what it cannot know of tags", async () => {
    const { mas, world } = connected()
    const notes = async () => (await mas.sending.health()).notes.join("\n")
    const { id } = await mas.webhooks.create({ url: "https://receiver.example.com/", events: ["email.bounced"] })
    const deaf = "No endpoint listens to email.sent: how many mails were sent with a tag is unknown."
    expect(await notes()).toContain(deaf)
    await mas.webhooks.update(id, { events: ["email.sent"] })
    expect(await notes()).not.toMatch(/tags? |tag is unknown/)
    await mas.webhooks.update(id, { enabled: false })
    expect(await notes()).toContain(deaf)
    const fault = world.faults.add({ path: "/v1/my/webhooks*", status: 403 })
    expect(await notes()).toContain("The credential may not read webhooks: the tags of mails are unknown.")
    world.faults.remove(fault.id)
    world.faults.add({ path: "/v1/my/webhooks*", status: 418 })
    await expect(mas.sending.health()).rejects.toMatchObject({ status: 418 })
  })

  it("says that too few were sent", async () => {
    const { mas } = connected()
    const { state, notes } = await mas.sending.health()
    expect([state, notes[0]]).toEqual(["unknown", "Too few mails were sent to judge their rates."])
  })
})

describe('a ceiling with pauseOn: "health"', () => {
  const paused = () => {
    const { service, world } = connected()
    const now = () => Date.parse(world.clock.get().now)
    const store = memoryCeiling()
    let started: number | undefined
    const start = async () => {
      started = now()
      await store.start()
    }
    const sinceStart = async () => started && now() - started
    const ceiling = { pauseOn: "health", store: { ...store, start, sinceStart } } as const
    world.outcomes.add({ to: "*@bad.example.test", outcome: "bounced" })
    return { world, service, mas: new Mas({ ...service.clientOptions, ceiling }) }
  }

  it("looks at each credential's own rates, also in copies of one client", async () => {
    const { mas, world } = paused()
    await sendMails(mas, 1, 0)
    const bad = world.worlds.create()
    bad.outcomes.add({ to: "*@bad.example.test", outcome: "bounced" })
    await sendMails(new Mas(bad.clientOptions), 120, 12)
    bad.advance("2m")
    const copy = mas.withOptions({ apiKey: bad.apiKey, baseUrl: bad.url })
    expect(await rejection(sendMails(copy, 1, 0))).toMatchObject({ code: "sending_stopped" })
  })

  it("asks for the rates once in a minute", async () => {
    const { mas, world } = paused()
    const readings = () => world.requests.list({ method: "GET" }).length
    await sendMails(mas, 3, 0)
    const first = readings()
    expect(first).toBeGreaterThan(0)
    await world.advance("59s")
    await sendMails(mas, 3, 0, "q")
    expect(readings()).toBe(first)
    await world.advance("1s")
    await sendMails(mas, 3, 0, "r")
    expect(readings()).toBe(2 * first)
  })

  it("is not mistaken for the default where a limit is misspelt", async () => {
    const { health } = connected()
    const { mas } = paused()
    const misspelt = { limits: { bouces: {} } } as object
    for (const options of [misspelt, { most: 0 }])
      await expect(mas.sending.health(options)).rejects.toThrow(InvalidArgumentError)
    await expect(health([null as never])).rejects.toThrow("events")
    await expect(mas.sending.stop({ reson: "x" } as object)).rejects.toThrow("reson is not an option of stop")
  })

  it("stops all sending at the rate, until a person starts it", { tags: "slow" }, async () => {
    const { mas, world } = paused()
    await sendMails(mas, 120, 12)
    world.advance("2m")
    const error = await rejection(sendMails(mas, 1, 0))
    expect(error).toBeInstanceOf(SendCeilingError)
    expect(error).toMatchObject({ code: "sending_stopped", disposition: "later" })
    expect(error).toHaveProperty(
      "message",
      expect.stringContaining("12 of 120 mails of the last hour bounced for good (10 %)"),
    )
    expect(await mas.sending.status()).toMatchObject({
      isStopped: true,
      reason: expect.stringContaining('pauseOn: "health"'),
    })
    world.advance("2m")
    await mas.sending.start()
    world.advance("2m")
    await sendMails(mas, 1, 0)
    // New mails count again.
    await sendMails(mas, 120, 12, "new")
    world.advance("2m")
    expect(await rejection(sendMails(mas, 1, 0))).toBeInstanceOf(SendCeilingError)
  })

  it("knows the mails of earlier checks when they bounce late, and reads only newer ones", {
    tags: "slow",
  }, async () => {
    const { mas, world } = paused()
    world.outcomes.clear()
    world.outcomes.add({ to: "*@bad.example.test", outcome: "bounced", after: "10m" })
    await sendMails(mas, 350, 35)
    world.advance("2m")
    await sendMails(mas, 1, 0)
    world.advance("10m")
    world.requests.clear()
    expect(await rejection(sendMails(mas, 1, 0))).toHaveProperty("message", expect.stringContaining("35 of 351 mails"))
    expect(world.requests.list({ method: "GET", path: "/v1/my/messages" }).length).toBeLessThanOrEqual(2)
  })

  it("counts all mails after a start by a clock that was ahead", async () => {
    const { service, world } = connected()
    const store = { ...memoryCeiling(), sinceStart: async () => -hour }
    const mas = new Mas({ ...service.clientOptions, ceiling: { pauseOn: "health", store } })
    world.outcomes.add({ to: "*@bad.example.test", outcome: "bounced" })
    await sendMails(mas, 120, 12)
    world.advance("2m")
    expect(await rejection(sendMails(mas, 1, 0))).toBeInstanceOf(SendCeilingError)
  })

  it("does not stop below the floors", async () => {
    const { mas, world } = paused()
    await sendMails(mas, 13, 1)
    world.advance("2m")
    await sendMails(mas, 80, 50)
    world.advance("2m")
    await sendMails(mas, 1, 0)
    expect(await mas.sending.status()).toMatchObject({ isStopped: false })
  })

  it("sends nothing while the rates cannot be read, and reads on", async () => {
    const { mas, world } = paused()
    world.faults.add({ path: "/v1/my/suppressions", status: 503 })
    const error = await rejection(
      mas
        .withOptions({ maxRetries: 0 })
        .messages.send({ channel: "email", to: "ana@example.test", subject: "Hi", body: "Hi" }),
    )
    expect(error).toHaveProperty("message", expect.stringContaining("the health of sending cannot be read"))
    expect(world.messages.list()).toEqual([])
    expect((await mas.account.get()).id).toBe(1)
    world.faults.clear()
    await sendMails(mas, 1, 0)
  })

  it.each([
    [{ pauseOn: "mood" }, "ceiling.pauseOn"],
    [{ total: "5/1h", health: {} }, "ceiling.health"],
    [{ pauseOn: "health", health: { minSent: 0 } }, "ceiling.health.minSent"],
  ])("refuses %o", async (ceiling, name) => {
    const { service } = connected()
    const mas = new Mas({ ...service.clientOptions, ceiling: Object.assign<CeilingOptions, object>({}, ceiling) })
    expect(await rejection(sendMails(mas, 1, 0))).toHaveProperty("message", expect.stringContaining(name))
  })
})
