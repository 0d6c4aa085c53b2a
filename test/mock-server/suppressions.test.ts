import { describe, expect, it } from "vitest"
import { causeMessageEvent } from "../../mock-server/resources/messages/recipient-events.ts"
import { suppress } from "../../mock-server/resources/suppressions/suppressions.ts"
import { mockWithEndpoint } from "../support/webhook-stub.ts"

const path = "/v1/my/suppressions"
const day = 86_400_000
const brandSecond = { "X-Brand-SID": "brand_second" }

describe("a suppression", () => {
  it("follows a hard bounce, permanently, with reason, provider and diagnostic [7.1] [24.1]", async () => {
    const m = mockWithEndpoint()
    await m.send("bounced@simulator.test")
    const { body } = await m.call("GET", path)
    expect(body).toEqual([
      {
        id: 1,
        email: "bounced@simulator.test",
        reason: "hard_bounce",
        active: true,
        contact_id: null,
        source_provider: "simulator",
        provider_diagnostic: expect.stringMatching(/^550 /),
        bounce_type: "hard",
        bounce_subtype: "general",
        complaint_feedback_type: null,
        event_occurred_at: "2026-03-01T12:00:00.000Z",
        expires_at: null,
        created_at: "2026-03-01T12:00:00.000Z",
        updated_at: "2026-03-01T12:00:00.000Z",
      },
    ])
    await m.advance(1_000 * day)
    expect((await m.call("GET", path)).body).toMatchObject([{ active: true }])
  })

  it("follows a complaint, permanently [24.1]", async () => {
    const m = mockWithEndpoint()
    await m.send("complained@simulator.test")
    expect((await m.call("GET", path)).body).toMatchObject([
      { reason: "complaint", complaint_feedback_type: "abuse", bounce_type: null, expires_at: null },
    ])
  })

  it("follows a soft bounce, for seven days [24.1]", async () => {
    const m = mockWithEndpoint()
    await m.send("soft-bounced@simulator.test")
    expect((await m.call("GET", path)).body).toMatchObject([
      { reason: "soft_bounce", bounce_type: "soft", active: true, expires_at: "2026-03-08T12:00:00.000Z" },
    ])
    await m.advance(7 * day - 1)
    expect((await m.call("GET", path)).body).toHaveLength(1)
    await m.advance(1)
    expect((await m.call("GET", path)).body).toEqual([])
  })

  it("of a soft bounce is renewed by the next one while it is active", async () => {
    const m = mockWithEndpoint()
    const { body: first } = await m.send("delayed@simulator.test")
    causeMessageEvent(m.world, first.id, { type: "bounced", bounce: { type: "soft" } })
    await m.advance(day)
    causeMessageEvent(m.world, first.id, { type: "bounced", bounce: { type: "soft" } })
    expect((await m.call("GET", path)).body).toMatchObject([{ id: 1, expires_at: "2026-03-09T12:00:00.000Z" }])
    await m.advance(6 * day)
    expect((await m.call("GET", path)).body).toHaveLength(1)
    await m.advance(day)
    expect((await m.call("GET", `${path}?active=false`)).body).toMatchObject([{ id: 1, active: false }])
  })

  it("names the brand's contact with the address", async () => {
    const m = mockWithEndpoint()
    const { body } = await m.send("ada@example.test")
    causeMessageEvent(m.world, body.id, { type: "bounced" })
    expect((await m.call("GET", path)).body).toMatchObject([{ email: "ada@example.test", contact_id: 1 }])
  })

  it("keeps at most 500 characters of the provider's diagnostic [7.1]", async () => {
    const m = mockWithEndpoint()
    suppress(m.world, 1, {
      email: "x@example.test",
      reason: "manual",
      source_provider: null,
      provider_diagnostic: "x".repeat(2_000),
    })
    const { body } = await m.call("GET", path)
    expect(body[0].provider_diagnostic).toHaveLength(500)
  })
})

describe("sending to a suppressed address", () => {
  it("is accepted and then fails with the code suppressed [24.4]", async () => {
    const m = mockWithEndpoint()
    await m.send("bounced@simulator.test")
    await m.addWebhook()
    const second = await m.send("BOUNCED@simulator.test", {}, { "Idempotency-Key": "again" })
    expect(second).toMatchObject({ status: 201, body: { status: "queued" } })
    expect(m.events()).toEqual([
      [
        "email.failed",
        expect.objectContaining({
          message_id: 2,
          idempotency_key: "again",
          failure: { code: "suppressed", reason: expect.stringContaining("hard_bounce"), category: "suppression" },
        }),
      ],
    ])
    const { body } = await m.call("GET", "/v1/my/messages")
    expect(body[1]).toMatchObject({ status: "failed", failure_code: "suppressed", sent_at: null })
  })

  it("fails in every brand of the account, and in no other account [24.3]", async () => {
    const m = mockWithEndpoint()
    await m.send("bounced@simulator.test")
    await m.send("bounced@simulator.test", {}, brandSecond)
    const second = await m.call("GET", "/v1/my/messages", { headers: brandSecond })
    expect(second.body).toMatchObject([{ failure_code: "suppressed" }])
    const client = await m.call("POST", "/v1/my/messages", {
      as: "client_owner",
      body: { channel: "email", to: "bounced@simulator.test", subject: "x", html: "x" },
    })
    await m.advance(0)
    expect(client.status).toBe(201)
    const sent = await m.call("GET", "/v1/my/messages", { as: "client_owner" })
    expect(sent.body).toMatchObject([{ status: "sent" }])
  })

  it("works again once a soft bounce has expired [24.3]", async () => {
    const m = mockWithEndpoint()
    await m.send("soft-bounced@simulator.test")
    await m.send("soft-bounced@simulator.test")
    await m.advance(7 * day)
    await m.send("soft-bounced@simulator.test")
    const { body } = await m.call("GET", "/v1/my/messages")
    expect(body.map(({ failure_code }: { failure_code: string }) => failure_code)).toEqual([null, "suppressed", null])
  })

  it("does not hide the outcome for another label of the same simulated recipient", async () => {
    const m = mockWithEndpoint()
    await m.addWebhook(["email.bounced"])
    for (const label of ["a", "b", "a"]) await m.send(`bounced+${label}@simulator.test`)
    expect(m.events().map(([, data]) => data.to)).toEqual(["bounced+a@simulator.test", "bounced+b@simulator.test"])
  })
})

describe("the list of suppressions", () => {
  async function filled() {
    const m = mockWithEndpoint()
    for (const name of ["bounced", "complained", "soft-bounced"]) await m.send(`${name}@simulator.test`)
    suppress(m.world, 1, { email: "manual@example.test", reason: "manual", source_provider: "support" })
    suppress(m.world, 3, { email: "manual@example.test", reason: "manual", source_provider: "support" })
    const emails = async (query: string) => {
      const { body, headers } = await m.call("GET", `${path}?${query}`)
      expect(headers.get("x-total-count")).toBe(String(body.length))
      return body.map(({ email }: { email: string }) => email.split("@")[0])
    }
    return { ...m, emails }
  }

  it("contains the account's active ones by default [suppressions.list] [24.2]", async () => {
    const { emails } = await filled()
    expect(await emails("")).toEqual(["bounced", "complained", "soft-bounced", "manual"])
    expect(await emails("active=true")).toEqual(["bounced", "complained", "soft-bounced", "manual"])
  })

  it("contains the expired ones with active=false [24.2]", async () => {
    const m = await filled()
    expect(await m.emails("active=false")).toEqual([])
    await m.advance(7 * day)
    expect(await m.emails("active=false")).toEqual(["soft-bounced"])
    expect(await m.emails("")).toEqual(["bounced", "complained", "manual"])
  })

  it("is filtered by email, reason and source_provider, alone and together [24.2]", async () => {
    const { emails } = await filled()
    expect(await emails("email=Bounced@Simulator.test")).toEqual(["bounced"])
    expect(await emails("email=bounced")).toEqual([])
    expect(await emails("reason=complaint")).toEqual(["complained"])
    expect(await emails("source_provider=support")).toEqual(["manual"])
    expect(await emails("source_provider=simulator&reason=soft_bounce")).toEqual(["soft-bounced"])
    expect(await emails("source_provider=support&reason=soft_bounce")).toEqual([])
  })

  it.each(["reason=unknown", "active=maybe", "page=0"])("with %s is 422", async (query) => {
    const m = mockWithEndpoint()
    expect((await m.call("GET", `${path}?${query}`)).status).toBe(422)
  })

  it("is paged", async () => {
    const m = await filled()
    const { body, headers } = await m.call("GET", `${path}?limit=3&page=2`)
    expect(body).toMatchObject([{ reason: "manual" }])
    expect([headers.get("x-total-count"), headers.get("x-total-pages")]).toEqual(["4", "2"])
  })
})
