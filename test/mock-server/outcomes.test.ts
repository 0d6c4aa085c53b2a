import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { NewOutcome } from "../../mock-server/base/models.gen.ts"
import { outcomeKinds, smsOutcomes } from "../../mock-server/world/outcomes.ts"
import { mock } from "../support/mock.ts"
import { mockWithEndpoint } from "../support/webhook-stub.ts"

const start = Date.parse("2026-03-01T12:00:00Z")
const control = { key: null }
const html = '<a href="https://a.test/1">1</a> <a href="https://a.test/2">2</a>'

/** A mock with an endpoint and outcome rules; sends to an address and lists the events, with their minutes. */
async function setUp(...outcomes: readonly NewOutcome[]) {
  const m = mockWithEndpoint()
  await m.addWebhook()
  for (const outcome of outcomes) m.control.outcomes.add(outcome)
  const news = () => m.sent.map(({ event, at }) => `${event.type.replace("email.", "")} ${(at - start) / 60_000}`)
  return { ...m, news, mail: (to = "ana@example.test") => m.send(to, { html }) }
}

const timelineOf = (world: { readonly messages: { get(id: number): { readonly timeline: readonly unknown[] } } }) =>
  world.messages.get(1).timeline.map((entry) => (entry as { readonly type: string }).type)

describe("an outcome rule", () => {
  it.each<[NewOutcome["outcome"], string | undefined, string[]]>([
    ["delivered", undefined, ["sent 0", "delivered 0"]],
    ["delivered", "5m", ["sent 0", "delivered 5"]],
    ["bounced", undefined, ["sent 0", "bounced 0"]],
    ["bounced", "2h", ["sent 0", "bounced 120"]],
    ["soft_bounced", "1m", ["sent 0", "bounced 1"]],
    ["complained", "1d", ["sent 0", "delivered 0", "complained 1440"]],
    ["opened", undefined, ["sent 0", "delivered 0", "opened 0"]],
    ["clicked", "10m", ["sent 0", "delivered 0", "clicked 10", "clicked 10"]],
    ["delayed", undefined, ["sent 0", "delivered 60"]],
    ["delayed", "3h", ["sent 0", "delivered 180"]],
    ["failed", undefined, ["failed 0"]],
    ["failed", "5m", ["sent 0", "failed 5"]],
    ["unknown", undefined, ["sent 0"]],
    ["unknown", "5m", ["sent 0"]],
  ])("%s after %s emits %j", async (outcome, after, expected) => {
    const { control: world, mail, news } = await setUp({ to: "Ana@example.test", outcome, after })
    await mail()
    await world.advance("2d")
    expect(news()).toEqual(expected)
  })

  it("applies to an address, a domain or everyone; the first match decides, for as many times as it says", async () => {
    const {
      control: world,
      mail,
      news,
    } = await setUp(
      { to: "ana@example.test", outcome: "failed", times: 1 },
      { to: "*@example.test", outcome: "unknown" },
    )
    await mail()
    await mail("ANA@EXAMPLE.test")
    await mail("ben@example.test")
    await mail("ben@example.org")
    expect(news()).toEqual(["failed 0", "sent 0", "sent 0", "sent 0", "delivered 0"])
    expect(world.outcomes.list().map(({ used }) => used)).toEqual([1, 2])
  })

  it("takes precedence over an address at simulator.test, but not over suppression", async () => {
    const { mail, news } = await setUp({ to: "*", outcome: "unknown" })
    await mail("clicked@simulator.test")
    await mail("suppressed@acme.test")
    expect(news()[0]).toBe("sent 0")
    const { control: world, mail: again, news: then } = await setUp({ to: "ana@example.test", outcome: "bounced" })
    await again()
    world.outcomes.clear()
    world.outcomes.add({ to: "*", outcome: "opened" })
    await again()
    expect(then()).toEqual(["sent 0", "bounced 0", "failed 0"])
  })

  it("can be resolved later if unknown, or overtaken by an earlier event", async () => {
    const {
      control: world,
      mail,
      news,
    } = await setUp({ to: "ana@example.test", outcome: "unknown" }, { to: "ben@example.test", outcome: "delayed" })
    await mail()
    await mail("ben@example.test")
    world.messages.event(1, { type: "bounced", bounce: { type: "soft" } })
    world.messages.event(2, { type: "delivered" })
    await world.advance("1d")
    expect(news()).toEqual(["sent 0", "sent 0", "bounced 0", "delivered 0"])
  })

  it("survives a snapshot, also for messages in progress", async () => {
    const { control: world, mail, news } = await setUp({ to: "*@example.test", outcome: "complained", after: "5m" })
    await mail()
    const snapshot = JSON.stringify(world.state.snapshot())
    world.reset()
    expect(world.outcomes.list()).toEqual([])
    world.state.restore(JSON.parse(snapshot))
    await mail("ben@example.test")
    await world.advance("1h")
    expect(news().filter((one) => one === "complained 5")).toHaveLength(2)
    expect(JSON.stringify(world.state.snapshot())).not.toBe(snapshot)
  })

  it("may be missing from older snapshots, which still load", () => {
    const { control: world } = mock()
    const { outcomes: _, ...before } = JSON.parse(JSON.stringify(world.state.snapshot()))
    world.outcomes.add({ to: "*" })
    world.state.restore(before)
    expect(world.outcomes.list()).toEqual([])
  })
})

describe("an SMS", () => {
  const number = "+4915112345678"
  const send = (m: Awaited<ReturnType<typeof setUp>>) =>
    m.call("POST", "/v1/my/messages", { body: { channel: "sms", to: number, body: "Hi" } })

  it.each<[NewOutcome["outcome"], string, string]>([
    ["delivered", "sent", "sms.delivered"],
    ["delayed", "sent", "sms.delivered"],
    ["failed", "failed", "sms.failed"],
    ["unknown", "sent", "sms.sent"],
  ])("that is %s ends so", async (outcome, status, last) => {
    const m = await setUp({ to: "+49*", outcome, after: "10m" })
    await send(m)
    await m.control.advance("1h")
    expect([m.control.messages.get(1).status, timelineOf(m.control).at(-1)]).toEqual([status, last])
  })

  it("that is unknown can be set to delivered or failed, but not to e-mail events", async () => {
    const m = await setUp({ to: number, outcome: "unknown" }, { to: "*", outcome: "bounced" })
    await send(m)
    await m.control.advance(0)
    expect(() => m.control.messages.event(1, { type: "opened" })).toThrow("is for e-mail")
    m.control.messages.event(1, { type: "delivered" })
    m.control.messages.event(1, { type: "failed" })
    expect(timelineOf(m.control)).toEqual(["sms.queued", "sms.sent", "sms.delivered", "sms.failed"])
    await send(m)
    await m.control.advance(0)
    expect(m.control.messages.get(2).status).toBe("sent")
  })
})

describe("tracking and scanners", () => {
  it.each<[NewOutcome["tracking"], string[]]>([
    ["all", ["clicked", "clicked", "opened"]],
    ["opens", ["opened"]],
    ["clicks", ["clicked", "clicked"]],
    ["none", []],
  ])("with %s tracked, events are %j", async (tracking, expected) => {
    const { control: world, mail, types } = await setUp({ to: "*", outcome: "clicked", tracking })
    await mail()
    world.messages.event(1, { type: "opened" })
    await world.advance(0)
    expect(types().slice(2)).toEqual(expected.map((type) => `email.${type}`))
    expect(timelineOf(world).slice(3)).toEqual(expected.map((type) => `email.${type}`))
  })

  it("a bot's opens and clicks are only in the timeline, and the first human ones still count as first", async () => {
    const { control: world, mail, types } = await setUp({ to: "*", outcome: "opened", after: "5m", bot: true })
    await mail()
    expect(types()).toEqual(["email.sent", "email.delivered"])
    expect(timelineOf(world).slice(3)).toEqual(["email.bot_opened", "email.bot_clicked", "email.bot_clicked"])
    await world.advance("1h")
    world.messages.event(1, { type: "clicked", bot: true })
    world.messages.event(1, { type: "clicked" })
    await world.advance(0)
    expect(types().slice(2)).toEqual(["email.opened", "email.clicked"])
  })
})

describe("/_mock/outcomes", () => {
  it("returns the rules, and removes them", async () => {
    const { call, control: world } = mock()
    const body = { to: "*@Example.test", outcome: "soft_bounced", after: "1h", times: 2, tracking: "opens", bot: true }
    const response = await call("POST", "/_mock/outcomes", { ...control, body })
    const { after: _, ...same } = body
    const stored = { id: 1, ...same, to: "*@example.test", after_ms: 3_600_000, used: 0 }
    expect([response.status, response.body]).toEqual([201, stored])
    expect(world.outcomes.add({ to: "a@b.test" })).toEqual({
      id: 2,
      to: "a@b.test",
      outcome: "delivered",
      after_ms: null,
      times: null,
      tracking: "all",
      bot: false,
      used: 0,
    })
    expect((await call("DELETE", "/_mock/outcomes/2", control)).status).toBe(204)
    expect((await call("DELETE", "/_mock/outcomes/2", control)).status).toBe(404)
    expect((await call("GET", "/_mock/outcomes", control)).body).toEqual([stored])
    expect((await call("DELETE", "/_mock/outcomes", control)).status).toBe(204)
    expect(world.outcomes.list()).toEqual([])
  })

  it.each([
    [{}, "to"],
    [{ to: "example.test" }, "to"],
    [{ to: "a@b.test", outcome: "lost" }, "outcome"],
    [{ to: "+49123", outcome: "bounced" }, "outcome"],
    [{ to: "a@b.test", after: "soon" }, "after"],
    [{ to: "a@b.test", times: 0 }, "times"],
    [{ to: "a@b.test", tracking: "some" }, "tracking"],
  ])("refuses %j and names the field", async (body, field) => {
    const response = await mock().call("POST", "/_mock/outcomes", { ...control, body })
    expect([response.status, Object.keys(response.body.validation_errors)]).toEqual([422, [field]])
  })

  it("for any rules, a message ends as the first matching rule says, and no other is used", {
    tags: "slow",
  }, async () => {
    const rule = fc.record({
      to: fc.constantFrom("ana@example.test", "*@example.test", "*", "ben@example.test", "+49*"),
      outcome: fc.constantFrom(...outcomeKinds),
      times: fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined }),
    })
    const last: Readonly<Record<string, string>> = { soft_bounced: "bounced", delayed: "delivered", unknown: "sent" }
    await fc.assert(
      fc.asyncProperty(fc.array(rule, { maxLength: 4 }), async (rules) => {
        const applicable = rules.filter(({ to, outcome }) => !to.startsWith("+") || smsOutcomes.has(outcome))
        const m = await setUp(...applicable)
        const remainingTimes = applicable.map(({ times }) => times ?? Number.POSITIVE_INFINITY)
        for (let n = 1; n <= 3; n++) {
          const to = `${["ana", "ben"][n % 2]}@example.test`
          await m.send(to, { html }, {})
          await m.control.advance("2h")
          const at = applicable.findIndex((one, index) => (remainingTimes[index] ?? 0) > 0 && fits(one.to, to))
          if (at >= 0) remainingTimes[at] = (remainingTimes[at] ?? 0) - 1
          const outcome = applicable[at]?.outcome ?? "delivered"
          const message = m.control.messages.get(n)
          if (message.status_reason_code === "suppressed") continue
          const types = message.timeline.map(({ type }) => String(type).replace("email.", ""))
          expect(types.at(-1)).toBe(last[outcome] ?? outcome)
        }
      }),
      { numRuns: 50 },
    )
  })
})

const fits = (glob: string, to: string) => glob === to || (glob.startsWith("*") && to.endsWith(glob.slice(1)))
