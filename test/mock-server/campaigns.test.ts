import { describe, expect, it } from "vitest"
import type { MockServiceOptions } from "../../mock-server/service.ts"
import { mock } from "../support/mock.ts"

const section = "Contacts, lists and other groups"
const path = "/v1/my/campaigns"
const hour = 3_600_000

/** A service with a template and a draft that can be sent. */
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
  it("begins a campaign as a draft that can be edited [campaigns.create] [campaigns.list] [campaigns.get]", async () => {
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

  it("changes what is given, keeps what is left out, and clears what is null [campaigns.update]", async () => {
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
  ])(`refuses %j with a 422 that names the field [${section}]`, async (body, field) => {
    const { patch, call } = await drafted()
    for (const refused of [await patch(body), await call("POST", path, { body: { name: "X", ...body } })]) {
      expect([refused.status, Object.keys(refused.body.validation_errors)]).toEqual([422, [field]])
    }
  })

  it.each([
    [{ template_id: 99 }, "Template 99 not found"],
    [{ audience: { type: "lists", list_ids: [1, 99] } }, "List 99 not found"],
    [{ audience: { type: "segment", segment_id: 99 } }, "Segment 99 not found"],
  ])(`answers %j with a 404 that names the record [${section}]`, async (body, message) => {
    const { patch, get, call, campaign } = await drafted()
    for (const refused of [await patch(body), await call("POST", path, { body: { name: "X", ...body } })]) {
      expect(refused).toMatchObject({ status: 404, body: { error_code: "not_found", message } })
    }
    expect(await get()).toEqual(campaign)
  })

  it("sends at once: live, then completed with the number of messages sent [campaigns.send]", async () => {
    const { send, get } = await drafted()
    expect(await send()).toMatchObject({ status: 200, body: { status: "live", editable: false, sent_count: 0 } })
    expect(await get()).toMatchObject({ status: "completed", sent_count: 3, scheduled_at: null })
  })

  it.each([
    [{ type: "lists", list_ids: [1] }, 3],
    [{ type: "lists", list_ids: [1, 2] }, 4],
    [{ type: "segment", segment_id: 1 }, 4],
    [{ type: "all_contacts" }, 4],
  ])(`counts each subscribed contact of the audience %j once [${section}]`, async (audience, count) => {
    const { call, send, get, patch } = await drafted()
    await call("POST", "/v1/my/lists", { body: { name: "Second" } })
    await call("POST", "/v1/my/contacts", { body: { email: "in@example.test", opt_in: true } })
    await call("POST", "/v1/my/contacts", { body: { email: "out@example.test", opt_in: false } })
    const emails = ["in@example.test", "out@example.test", "ada@example.test"]
    await call("POST", "/v1/my/lists/2/contacts/bulk", { body: { action: "add", emails } })
    await patch({ audience })
    await send()
    expect(await get()).toMatchObject({ status: "completed", sent_count: count })
  })

  it("leaves out suppressed addresses [Suppressions and delivery]", async () => {
    const { call, send, get } = await drafted()
    await call("POST", "/v1/my/contacts", { body: { email: "bounced@simulator.test", opt_in: true } })
    const emails = ["bounced@simulator.test"]
    await call("POST", "/v1/my/lists/1/contacts/bulk", { body: { action: "add", emails } })
    const message = { channel: "email", to: emails[0], subject: "S", body: "B", from: "hello@acme.test" }
    await call("POST", "/v1/my/messages", { body: message })
    await send()
    expect(await get()).toMatchObject({ sent_count: 3 })
  })

  it(`waits for deliver_at when that is to come [${section}]`, async () => {
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
  ])(`takes deliver_at with any offset from UTC: %s [${section}]`, async (deliver_at, scheduled_at) => {
    const { send } = await drafted()
    expect((await send({ deliver_at })).body).toMatchObject({ status: "scheduled", scheduled_at })
  })

  it.each(["2026-03-01T15:00:00", "2026-03-01", "2026-02-30T15:00:00+02:00", "2026-03-01T15:00:00+25:00", "soon"])(
    `refuses a deliver_at that says no moment: %s [${section}]`,
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

  it(`sends at once when deliver_at is past [${section}]`, async () => {
    const { send } = await drafted()
    expect((await send({ deliver_at: "2026-03-01T11:00:00Z" })).body).toMatchObject({ status: "live" })
  })

  it(`stays live for as long as messages take`, async () => {
    const { call, advance } = mock({ messageLatency: 5_000 })
    await call("POST", "/v1/my/templates", { body: { name: "T" } })
    await call("POST", path, { body: { name: "C", template_id: 1, audience: { type: "all_contacts" } } })
    await call("POST", `${path}/1/send`)
    await advance(4_999)
    expect((await call("GET", `${path}/1`)).body).toMatchObject({ status: "live", sent_count: 0 })
    await advance(1)
    expect((await call("GET", `${path}/1`)).body).toMatchObject({ status: "completed", sent_count: 3 })
  })

  it(`answers 422 to sending without audience or template [${section}]`, async () => {
    const { call } = mock()
    await call("POST", path, { body: { name: "Empty" } })
    const { status, body } = await call("POST", `${path}/1/send`)
    expect([status, Object.keys(body.validation_errors)]).toEqual([422, ["audience", "template_id"]])
    expect((await call("GET", `${path}/1`)).body).toMatchObject({ status: "draft", editable: true })
  })

  it.each([
    ["sent", {}],
    ["scheduled", { deliver_at: "2026-04-01T00:00:00Z" }],
  ])(`answers 409 duplicate_campaign_send to sending again what was %s [${section}]`, async (_, body) => {
    const { send, patch } = await drafted()
    await send(body)
    expect(await send()).toMatchObject({ status: 409, body: { error_code: "duplicate_campaign_send" } })
    const locked = await patch({ name: "Late" })
    expect(locked).toMatchObject({ status: 422, body: { error_code: "campaign_locked", code: 422 } })
  })

  it("can be called off while it waits, and is then never sent [States: Campaign]", async () => {
    const { send, get, advance, control, campaign } = await drafted()
    await send({ deliver_at: "2026-03-01T13:00:00Z" })
    expect(control.campaigns.cancel(campaign.id).status).toBe("cancelled")
    await advance(2 * hour)
    expect(await get()).toMatchObject({ status: "cancelled", sent_count: 0 })
    expect((await send()).status).toBe(409)
    expect(() => control.campaigns.cancel(campaign.id)).toThrow("cannot cancel")
  })

  it("is held up while it is live, goes on where it is told to, and can be put away [States: Campaign]", async () => {
    const { send, get, advance, control, campaign } = await drafted({}, { messageLatency: 60_000 })
    await send()
    expect(control.campaigns.pause(campaign.id)).toMatchObject({ status: "paused", editable: false })
    await advance(hour)
    expect(await get()).toMatchObject({ status: "paused", sent_count: 0 })
    expect(await send()).toMatchObject({ status: 409, body: { error_code: "duplicate_campaign_send" } })
    expect(control.campaigns.resume(campaign.id).status).toBe("live")
    await advance(60_000)
    expect((await get()).status).toBe("completed")
    expect(control.campaigns.archive(campaign.id)).toMatchObject({ status: "archived", editable: false })
    expect(await send()).toMatchObject({ status: 409, body: { error_code: "conflict" } })
  })

  it("takes its whole time anew where it goes on, and waits for nothing while it is held up", async () => {
    const { send, get, advance, control, campaign } = await drafted({}, { messageLatency: 60_000 })
    const waiting = () => control.timers().filter(({ kind }) => kind.startsWith("campaign."))
    await send()
    await advance(30_000)
    control.campaigns.pause(campaign.id)
    expect(waiting()).toEqual([])
    control.campaigns.resume(campaign.id)
    await advance(59_999)
    expect(await get()).toMatchObject({ status: "live", sent_count: 0 })
    await advance(1)
    expect((await get()).status).toBe("completed")
  })

  it("waits for nothing once it is called off", async () => {
    const { send, control, campaign } = await drafted()
    await send({ deliver_at: "2026-03-01T13:00:00Z" })
    expect(control.timers().map(({ kind }) => kind)).toContain("campaign.start")
    control.campaigns.cancel(campaign.id)
    expect(control.timers().map(({ kind }) => kind)).not.toContain("campaign.start")
  })

  it("counts as use of e-mail, and emits no webhooks [Events]", async () => {
    const { send, get, call, world } = await drafted()
    await send()
    await get()
    expect((await call("GET", "/v1/my/account")).body.billing.lifetime.email_sent).toBe(3)
    expect(world.tables.webhookEvents.size).toBe(0)
  })

  it("is not found under another brand [Authentication]", async () => {
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
