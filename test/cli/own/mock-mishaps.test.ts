import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "./run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let place = homeWithService(options)
afterEach(async () => {
  await place.close()
  place = homeWithService(options)
})

describe("mas mock", () => {
  it("advances to the next timer, and lists pending ones", async () => {
    const { json: waiting } = await place.run(["mock", "timers", "--limit", "1"])
    expect(waiting).toEqual(place.service.world.timers.list({ limit: 1 }))
    const { json } = await place.run(["mock", "advance", "--next"])
    expect(json.now).toBe(waiting[0].due_at)
    const twice = await place.run(["mock", "advance", "--next", "3d"])
    expect([twice.code, twice.err]).toEqual([2, expect.stringContaining("give exactly one of <by>, --to, --next")])
  })

  it("speeds up the clock, and shows its rate", async () => {
    expect((await place.run(["mock", "clock", "--rate", "60"])).json).toMatchObject({ mode: "scaled", rate: 60 })
    const { json } = await place.run(["mock", "clock", "--now", "2027-01-01T00:00:00Z"])
    expect(json).toMatchObject({ mode: "scaled", rate: 60, now: expect.stringMatching(/^2027-01-01T00:/) })
    expect((await place.run(["mock", "clock", "--mode", "frozen"])).json).not.toHaveProperty("rate")
    expect((await place.run(["mock", "clock", "--rate", "4000"])).code).toBe(6)
  })

  it("saves checkpoints, rewinds to them and removes them", async () => {
    const { json: saved } = await place.run(["mock", "checkpoints", "--save", "at first/today"])
    expect(saved).toEqual({ name: "at first/today", now: "2026-03-01T12:00:00.000Z" })
    await place.run(["mock", "advance", "3d"])
    expect((await place.run(["mock", "checkpoints"])).json).toEqual([saved])
    expect((await place.run(["mock", "rewind", "at first/today"])).json).toMatchObject({ now: saved.now })
    expect((await place.run(["mock", "checkpoints", "--remove", "at first/today"])).code).toBe(0)
    expect((await place.run(["mock", "rewind", "at first/today"])).code).toBe(4)
  })

  it("starts a server with a faster clock", async () => {
    const running = place.home.start(["mock", "start", "--port", "0", "--output", "json", "--rate", "3600"])
    const [, url = ""] = await running.stdout.until(/"url": ?"([^"]+)"/)
    expect(await (await fetch(`${url}/_mock/clock`)).json()).toMatchObject({ mode: "scaled", rate: 3_600 })
    running.interrupt()
    await running.ended
  })

  it("resends a delivery, and rotates a secret", async () => {
    const flags = ["--url", "https://hooks.example.com/mas", "--events", "email.sent"]
    const { json: webhook } = await place.run(["webhooks", "create", ...flags])
    await place.run(["webhooks", "test", String(webhook.id)])
    await place.service.world.advance(0)
    const { json: again } = await place.run(["mock", "redeliver", "1"])
    expect([again.id, again.event_id]).toEqual([2, place.service.world.deliveries.list()[0]?.event_id])
    const { json: rotated } = await place.run(["mock", "webhooks", String(webhook.id), "--rotate", "--grace", "1h"])
    expect(rotated).toMatchObject({ webhook_id: webhook.id, old_secret_until: "2026-03-01T13:00:00.000Z" })
    expect((await place.run(["mock", "redeliver", "99"])).code).toBe(4)
  })

  it("adds faults of requests and of deliveries", async () => {
    const flags = [
      "--status",
      "502",
      "--body",
      "<html>",
      "--headers",
      "server=proxy",
      "--query",
      "page=2",
      "--from",
      "3",
    ]
    expect((await place.run(["mock", "faults", ...flags])).json).toMatchObject({
      on: "request",
      status: 502,
      body: "<html>",
      headers: { server: "proxy" },
      query: { page: "2" },
      from: 3,
    })
    const more = ["--on", "delivery", "--event-type", "email.*", "--delay", "5m", "--reorder", "--times", "1"]
    expect((await place.run(["mock", "faults", ...more])).json).toMatchObject({
      on: "delivery",
      event_type: "email.*",
      delay_ms: 300_000,
      reorder: true,
    })
    const { code, err } = await place.run(["mock", "faults", "--on", "delivery", "--times", "1"])
    expect([code, err]).toEqual([2, expect.stringContaining("--delay, --duplicate, --reorder or --signature")])
  })

  it("uses the faults of a profile, with a seed for their probability", async () => {
    const { json } = await place.run(["mock", "faults", "--use", "storm", "--seed", "7"])
    expect(json).toEqual(place.service.world.faults.list())
    expect((await place.run(["mock", "faults", "--use", "calm"])).json).toEqual([])
    expect((await place.run(["mock", "faults", "--seed", "7"])).code).toBe(2)
  })

  it("adds an outcome for messages, lists it and removes it", async () => {
    const flags = ["--to", "*@example.test", "--outcome", "bounced", "--after", "2h", "--bot"]
    const { json } = await place.run(["mock", "outcomes", ...flags])
    expect(json).toMatchObject({ to: "*@example.test", outcome: "bounced", after_ms: 7_200_000, bot: true })
    expect((await place.run(["mock", "outcomes"])).json).toEqual([json])
    expect((await place.run(["mock", "outcomes", "--outcome", "bounced"])).code).toBe(2)
    await place.run(["mock", "outcomes", "--remove", "1"])
    await place.run(["mock", "outcomes", "--to", "+49*", "--outcome", "failed"])
    await place.run(["mock", "outcomes", "--clear"])
    expect(place.service.world.outcomes.list()).toEqual([])
  })

  it("waits for an event, and names the nearest one on a timeout", async () => {
    const waiting = place.run(["mock", "wait", "messages", "--where", "to=ana@example.test", "--within", "30s"])
    const words = ["--channel", "email", "--to", "ana@example.test", "--subject", "Hi", "--html", "x"]
    await place.run(["messages", "send", ...words])
    expect((await waiting).json).toMatchObject([{ to: "ana@example.test" }])
    const { code, err } = await place.run(["mock", "wait", "messages", "--where", "subject=Bye", "--within", "0s"])
    expect([code, JSON.parse(err).error.message]).toEqual([10, expect.stringContaining('subject is "Hi", not "Bye"')])
    expect((await place.run(["mock", "wait", "requests", "--count", "1"])).json).toHaveLength(1)
  })
})
