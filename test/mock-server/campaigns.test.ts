import { describe, expect, it } from "vitest"
import type { MockServiceOptions } from "../../mock-server/service/service.ts"
import { mock } from "../support/mock.ts"

const path = "/v1/my/campaigns"
const hour = 3_600_000

/** A service with a template and a sendable draft. */
async function drafted(changes: object = {}, options: MockServiceOptions = {}) {
  const service = mock(options)
  const { body: template } = await service.call("POST", "/v1/my/templates", { body: { name: "T", subject: "S" } })
  const body = { name: "Spring", template_id: template.id, audience: { type: "lists", list_ids: [1] }, ...changes }
  const { body: campaign } = await service.call("POST", path, { body })
  const send = (sent?: object) => service.call("POST", `${path}/${campaign.id}/send`, sent ? { body: sent } : {})
  const get = async () => (await service.call("GET", `${path}/${campaign.id}`)).body
  const patch = (changed: object) => service.call("PATCH", `${path}/${campaign.id}`, { body: changed })
  return { ...service, template, campaign, send, get, patch }
}

describe("campaigns", () => {
  it("creates a campaign as a draft that can be edited [campaigns.create] [campaigns.list] [campaigns.get] [28.6]", async () => {
    const { call } = mock()
    const created = await call("POST", path, { body: { name: "Spring" } })
    const now = "2026-03-01T12:00:00.000Z"
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      id: 1,
      account_id: 1,
      brand_id: 1,
      name: "Spring",
      channel: "email",
      status: "draft",
      subject: null,
      template_id: null,
      audience: null,
      scheduled_at: null,
      sent_count: 0,
      editable: true,
      created_at: now,
      updated_at: now,
    })
    expect((await call("GET", path)).body).toEqual([created.body])
    expect((await call("GET", `${path}/1`)).body).toEqual(created.body)
  })

  it("changes the given fields, keeps omitted ones, and clears null ones [campaigns.update] [28.6]", async () => {
    const { patch } = await drafted({ subject: "Spring" })
    const changed = await patch({ name: "Summer", audience: { type: "segment", segment_id: 1 } })
    expect(changed).toMatchObject({
      status: 200,
      body: { name: "Summer", subject: "Spring", audience: { type: "segment", segment_id: 1 } },
    })
    expect((await patch({ subject: null, audience: null })).body).toMatchObject({ subject: null, audience: null })
  })

  it.each([
    [{ audience: { type: "lists" } }, "audience.list_ids"],
    [{ audience: { type: "all_contacts", segment_id: 1 } }, "audience.segment_id"],
    [{ audience: { type: "everyone" } }, "audience.type"],
  ])("answers %j with a 422 that names the field [28.6]", async (body, field) => {
    const { patch, call } = await drafted()
    for (const response of [await patch(body), await call("POST", path, { body: { name: "X", ...body } })]) {
      expect([response.status, Object.keys(response.body.validation_errors)]).toEqual([422, [field]])
    }
  })

  it.each([
    [{ template_id: 99 }, "Template 99 not found"],
    [{ audience: { type: "lists", list_ids: [1, 99] } }, "List 99 not found"],
    [{ audience: { type: "segment", segment_id: 99 } }, "Segment 99 not found"],
  ])("answers %j with a 404 that names the record [29.18]", async (body, message) => {
    const { patch, get, call, campaign } = await drafted()
    for (const response of [await patch(body), await call("POST", path, { body: { name: "X", ...body } })]) {
      expect(response).toMatchObject({ status: 404, body: { error_code: "not_found", message } })
    }
    expect(await get()).toEqual(campaign)
  })

  it("sends at once: live, then completed with the number of messages sent [campaigns.send] [28.7]", async () => {
    const { send, get } = await drafted()
    expect(await send()).toMatchObject({ status: 200, body: { status: "live", editable: false, sent_count: 0 } })
    expect(await get()).toMatchObject({ status: "completed", sent_count: 3, scheduled_at: null })
  })

  it.each([
    [{ type: "lists", list_ids: [1] }, 3],
    [{ type: "lists", list_ids: [1, 2] }, 4],
    [{ type: "lists", list_ids: [2, 3] }, 2],
    [{ type: "segment", segment_id: 1 }, 4],
    [{ type: "all_contacts" }, 4],
  ])("counts each subscribed contact of the audience %j once [28.7]", async (audience, count) => {
    const { call, send, get, patch } = await drafted()
    for (const name of ["Second", "Third"]) await call("POST", "/v1/my/lists", { body: { name } })
    await call("POST", "/v1/my/contacts", { body: { email: "in@example.test", opt_in: true } })
    await call("POST", "/v1/my/contacts", { body: { email: "out@example.test", opt_in: false } })
    const emails = ["in@example.test", "out@example.test", "ada@example.test"]
    await call("POST", "/v1/my/lists/2/contacts/bulk", { body: { action: "add", emails } })
    await patch({ audience })
    await send()
    expect(await get()).toMatchObject({ status: "completed", sent_count: count })
  })

  it("leaves out suppressed addresses [24.4]", async () => {
    const { call, send, get } = await drafted()
    await call("POST", "/v1/my/contacts", { body: { email: "bounced@simulator.test", opt_in: true } })
    const emails = ["bounced@simulator.test"]
    await call("POST", "/v1/my/lists/1/contacts/bulk", { body: { action: "add", emails } })
    const message = { channel: "email", to: emails[0], subject: "S", body: "B", from: "hello@acme.test" }
    await call("POST", "/v1/my/messages", { body: message })
    await send()
    expect(await get()).toMatchObject({ sent_count: 3 })
  })

  it("waits for a deliver_at in the future [28.7]", async () => {
    const { send, get, advance } = await drafted()
    const scheduled = await send({ deliver_at: "2026-03-01T13:00:00Z" })
    expect(scheduled.body).toMatchObject({ status: "scheduled", scheduled_at: "2026-03-01T13:00:00.000Z" })
    await advance(hour - 1)
    expect(await get()).toMatchObject({ status: "scheduled", sent_count: 0 })
    await advance(1)
    expect(await get()).toMatchObject({ status: "completed", sent_count: 3, updated_at: "2026-03-01T13:00:00.000Z" })
  })

  it.each([
    ["2026-03-01T15:00:00+02:00", "2026-03-01T13:00:00.000Z"],
    ["2026-03-01T13:00:00+00:00", "2026-03-01T13:00:00.000Z"],
    ["2026-03-01T13:00:00-00:00", "2026-03-01T13:00:00.000Z"],
    ["2026-03-01T18:30:00.5+0530", "2026-03-01T13:00:00.500Z"],
    ["2026-03-01T05:00-08", "2026-03-01T13:00:00.000Z"],
  ])("takes deliver_at with any offset from UTC: %s [28.15]", async (deliver_at, scheduled_at) => {
    const { send } = await drafted()
    expect((await send({ deliver_at })).body).toMatchObject({ status: "scheduled", scheduled_at })
  })

  it.each(["2026-03-01T15:00:00", "2026-03-01", "2026-02-30T15:00:00+02:00", "2026-03-01T15:00:00+25:00", "soon"])(
    "refuses an invalid deliver_at: %s [28.16]",
    async (deliver_at) => {
      const { send } = await drafted()
      const { status, body } = await send({ deliver_at })
      expect([status, body.validation_errors]).toEqual([
        422,
        {
          deliver_at: [
            "must be a date and time in ISO 8601, such as 2026-01-31T09:30:00Z or 2026-01-31T10:30:00+01:00",
          ],
        },
      ])
    },
  )

  it("sends at once when deliver_at is in the past [28.7]", async () => {
    const { send } = await drafted()
    expect((await send({ deliver_at: "2026-03-01T11:00:00Z" })).body).toMatchObject({ status: "live" })
  })

  it(`stays live until its messages are sent`, async () => {
    const { call, advance } = mock({ messageLatency: 5_000 })
    await call("POST", "/v1/my/templates", { body: { name: "T" } })
    await call("POST", path, { body: { name: "C", template_id: 1, audience: { type: "all_contacts" } } })
    await call("POST", `${path}/1/send`)
    await advance(4_999)
    expect((await call("GET", `${path}/1`)).body).toMatchObject({ status: "live", sent_count: 0 })
    await advance(1)
    expect((await call("GET", `${path}/1`)).body).toMatchObject({ status: "completed", sent_count: 3 })
  })

  it("responds with 422 when sent without audience or template [28.9]", async () => {
    const { call } = mock()
    await call("POST", path, { body: { name: "Empty" } })
    const { status, body } = await call("POST", `${path}/1/send`)
    expect([status, Object.keys(body.validation_errors)]).toEqual([422, ["audience", "template_id"]])
    expect((await call("GET", `${path}/1`)).body).toMatchObject({ status: "draft", editable: true })
  })

  it.each([
    ["sent", {}],
    ["scheduled", { deliver_at: "2026-04-01T00:00:00Z" }],
  ])("responds with 409 duplicate_campaign_send when sent again while %s [28.9]", async (_, body) => {
    const { send, patch } = await drafted()
    await send(body)
    expect(await send()).toMatchObject({ status: 409, body: { error_code: "duplicate_campaign_send" } })
    const locked = await patch({ name: "Late" })
    expect(locked).toMatchObject({ status: 422, body: { error_code: "campaign_locked", code: 422 } })
  })

  it("can be cancelled while scheduled, and is then never sent [15.1]", async () => {
    const { send, get, advance, control, campaign } = await drafted()
    await send({ deliver_at: "2026-03-01T13:00:00Z" })
    expect(control.transitions.campaigns.cancel(campaign.id).status).toBe("cancelled")
    await advance(2 * hour)
    expect(await get()).toMatchObject({ status: "cancelled", sent_count: 0 })
    expect((await send()).status).toBe(409)
    expect(() => control.transitions.campaigns.cancel(campaign.id)).toThrow("cannot cancel")
  })

  it("can be paused while live, resumed, and archived [15.2]", async () => {
    const { send, get, advance, control, campaign } = await drafted({}, { messageLatency: 60_000 })
    await send()
    expect(control.transitions.campaigns.pause(campaign.id)).toMatchObject({ status: "paused", editable: false })
    await advance(hour)
    expect(await get()).toMatchObject({ status: "paused", sent_count: 0 })
    expect(await send()).toMatchObject({ status: 409, body: { error_code: "duplicate_campaign_send" } })
    expect(control.transitions.campaigns.resume(campaign.id).status).toBe("live")
    await advance(60_000)
    expect((await get()).status).toBe("completed")
    expect(control.transitions.campaigns.archive(campaign.id)).toMatchObject({ status: "archived", editable: false })
    expect(await send()).toMatchObject({ status: 409, body: { error_code: "conflict" } })
  })

  it("starts its whole latency again when resumed, and has no timer while paused", async () => {
    const { send, get, advance, control, campaign } = await drafted({}, { messageLatency: 60_000 })
    const waiting = () => control.timers.list().filter(({ kind }) => kind.startsWith("campaign."))
    await send()
    await advance(30_000)
    control.transitions.campaigns.pause(campaign.id)
    expect(waiting()).toEqual([])
    control.transitions.campaigns.resume(campaign.id)
    await advance(59_999)
    expect(await get()).toMatchObject({ status: "live", sent_count: 0 })
    await advance(1)
    expect((await get()).status).toBe("completed")
  })

  it("has no timer once cancelled", async () => {
    const { send, control, campaign } = await drafted()
    await send({ deliver_at: "2026-03-01T13:00:00Z" })
    expect(control.timers.list().map(({ kind }) => kind)).toContain("campaign.start")
    control.transitions.campaigns.cancel(campaign.id)
    expect(control.timers.list().map(({ kind }) => kind)).not.toContain("campaign.start")
  })

  it("counts as e-mail usage, and emits no webhooks [30.1]", async () => {
    const { send, get, call, world } = await drafted()
    await send()
    await get()
    expect((await call("GET", "/v1/my/account")).body.billing.lifetime.email_sent).toBe(3)
    expect(world.tables.webhookEvents.size).toBe(0)
  })

  describe("and the sending window", () => {
    const day = 24 * hour

    /** As `drafted`, on a sending limit of `cap` recipients in 24 hours, with `count` subscribed contacts in all. */
    async function limited(cap: number, count: number) {
      const drawn = await drafted({ audience: { type: "all_contacts" } })
      const { plans } = drawn.world.tables
      plans.update(plans.known(1), { recipient_caps: { probation: cap, standard: cap, trusted: cap } })
      await drawn.control.contacts.fill({ count: count - 3 })
      const ask = async (requestPath: string) => (await drawn.call("GET", requestPath)).body
      const status = () => ask("/v1/my/delivery/status")
      const message = { channel: "email", to: "ana@example.test", subject: "S", body: "B", from: "hello@acme.test" }
      const mail = () => drawn.call("POST", "/v1/my/messages", { body: message })
      /** The campaign's status and sent count, such as `live 10`. */
      const progress = async () => {
        const campaign = await drawn.get()
        return `${campaign.status} ${campaign.sent_count}`
      }
      return { ...drawn, ask, status, mail, progress }
    }

    it("sends as many as the window has room for, pauses until it frees, and takes as many days as its reach says [account.reach] [28.8]", async () => {
      const { send, progress, advance, ask, status, control } = await limited(10_000, 25_003)
      const reach = await ask("/v1/my/account/reach?audience=25003")
      expect(reach.current).toMatchObject({ daily_cap: 10_000, days_to_reach: 3 })
      await send()
      const progressTexts = [await progress()]
      const tomorrow = "2026-03-02T12:00:00.000Z"
      expect(await status()).toMatchObject({
        admission_status: "deferred",
        commercial_capacity: { accepted: 10_000, remaining: 0 },
        pacing_state: { status: "pacing", queued_quantity: 15_003, next_dispatch_at: tomorrow },
        retry_at: tomorrow,
      })
      expect(control.timers.list()).toContainEqual(
        expect.objectContaining({ kind: "campaign.complete", due_at: tomorrow }),
      )
      expect(await control.transitions.campaigns.why(1)).toMatchObject({
        what: `Status live, deferred: 10000 sent; 10000 of 10000 recipients per 24 hours are used; capacity frees up at ${tomorrow}.`,
        rule: "28.8",
      })
      for (const ms of [day - 1, 1, day - 1, 1]) {
        await advance(ms)
        progressTexts.push(await progress())
      }
      expect(progressTexts).toEqual(["live 10000", "live 10000", "live 20000", "live 20000", "completed 25003"])
      expect(await status()).toMatchObject({ pacing_state: { queued_quantity: 0 } })
      expect((await ask("/v1/my/account")).billing.lifetime.email_sent).toBe(25_003)
    })

    it("is shared with messages [28.8]", async () => {
      const { send, progress, advance, mail, get } = await limited(5, 8)
      expect((await mail()).status).toBe(201)
      await advance(hour)
      expect((await mail()).status).toBe(201)
      await advance(hour)
      await send()
      expect(await progress()).toBe("live 3")
      expect(await mail()).toMatchObject({ status: 429, body: { retry_at: "2026-03-02T12:00:00.000Z" } })
      const { updated_at } = await get()
      await advance(22 * hour)
      expect(await progress()).toBe("live 4")
      expect((await get()).updated_at).not.toBe(updated_at)
      await advance(hour)
      expect(await progress()).toBe("live 5")
      await advance(hour)
      expect(await progress()).toBe("completed 8")
    })

    it("serves one campaign after the other", async () => {
      const { call, send, progress, advance } = await limited(5, 8)
      const { body } = await call("POST", path, {
        body: { name: "Second", template_id: 1, audience: { type: "lists", list_ids: [1] } },
      })
      await send()
      await call("POST", `${path}/${body.id}/send`)
      const second = async () => (await call("GET", `${path}/${body.id}`)).body
      expect([await progress(), (await second()).sent_count]).toEqual(["live 5", 0])
      await advance(day)
      expect([await progress(), (await second()).sent_count]).toEqual(["completed 8", 2])
      await advance(day)
      expect(await second()).toMatchObject({ status: "completed", sent_count: 3 })
    })

    it("is not held by a paused or cancelled campaign: sent mail stays counted, the rest waits or is never sent", async () => {
      const { send, progress, advance, control, campaign, status } = await limited(5, 13)
      await send()
      expect(await progress()).toBe("live 5")
      control.transitions.campaigns.pause(campaign.id)
      await advance(2 * day)
      expect(await progress()).toBe("paused 5")
      expect((await status()).pacing_state).toEqual({ status: "idle", queued_quantity: 0, next_dispatch_at: null })
      control.transitions.campaigns.resume(campaign.id)
      expect(await progress()).toBe("live 10")
      control.transitions.campaigns.pause(campaign.id)
      control.transitions.campaigns.cancel(campaign.id)
      await advance(2 * day)
      expect(await progress()).toBe("cancelled 10")
    })

    it.each([[{ type: "lists", list_ids: [1, 2] }], [{ type: "segment", segment_id: 1 }], [{ type: "all_contacts" }]])(
      "sends %j to each contact once, and to none that has opted out meanwhile",
      async (audience) => {
        const { call, send, progress, advance, patch, control } = await limited(4, 10)
        await call("POST", "/v1/my/lists", { body: { name: "Second" } })
        const emails = (await call("GET", "/v1/my/contacts")).body.map(({ email }: { email: string }) => email)
        await call("POST", "/v1/my/lists/2/contacts/bulk", { body: { action: "add", emails } })
        await patch({ audience })
        await send()
        expect(await progress()).toBe("live 4")
        const state = control.state.snapshot()
        for (const email of [emails[0], emails[9]]) {
          await call("POST", "/v1/my/contacts", { body: { email, opt_in: false } })
        }
        await advance(2 * day)
        expect(await progress()).toBe("completed 9")
        control.state.restore(state)
        await control.advance("2d")
        expect(await progress()).toBe("completed 10")
      },
    )

    it("is checked again as soon as the plan allows more, even if it allowed nothing before", async () => {
      const { call, send, progress, control, world } = await limited(0, 8)
      await send()
      expect(await progress()).toBe("live 0")
      expect(control.timers.list().filter(({ kind }) => kind.startsWith("campaign."))).toEqual([])
      expect((await call("GET", "/v1/my/delivery/status")).body).toMatchObject({ admission_status: "denied" })
      const { plans } = world.tables
      plans.update(plans.known(2), { recipient_caps: { probation: 5, standard: 5, trusted: 5 } })
      plans.update(plans.known(3), { recipient_caps: { probation: 7, standard: 7, trusted: 7 } })
      for (const [plan_id, count] of [
        [2, 5],
        [3, 7],
      ]) {
        const order = { body: { plan_id }, headers: { "Idempotency-Key": `k${plan_id}` } }
        const { purchase_id } = (await call("POST", "/v1/my/subscription/checkout", order)).body
        control.transitions.checkouts.pay(purchase_id)
        expect(await progress()).toBe(`live ${count}`)
      }
    })
  })

  it("is not found under another brand [29.18]", async () => {
    const { call } = await drafted()
    const headers = { "X-Brand-SID": "brand_second" }
    expect((await call("GET", `${path}/1`, { headers })).status).toBe(404)
    expect((await call("PATCH", `${path}/1`, { headers, body: {} })).status).toBe(404)
    expect((await call("POST", `${path}/1/send`, { headers })).status).toBe(404)
    expect((await call("GET", path, { headers })).body).toEqual([])
    const body = { name: "X", audience: { type: "lists", list_ids: [1] } }
    expect((await call("POST", path, { headers, body })).status).toBe(404)
  })
})
