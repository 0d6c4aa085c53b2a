import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { listEndpoints } from "../../../sdk/contract/core/endpoints.ts"
import { contract } from "../../../sdk/contract/index.ts"
import { LocalMcpSession } from "./local-mcp-session.ts"
import { homeWithService } from "./run.ts"

const { service, home, close } = homeWithService()
const { world } = service
let session: LocalMcpSession
let list: number
let template: number
beforeAll(async () => {
  session = await LocalMcpSession.open(home)
})
afterAll(async () => {
  await session.close()
  await close()
})
const emails = ["one", "two", "three", "four"].map((name) => `${name}@example.test`)
beforeEach(async () => {
  for (const email of emails) await callUnheld("contacts.create", { email, opt_in: true })
  list = (await callUnheld("lists.create", { name: "One friend" })).id
  await callUnheld("lists.updateContacts", { id: list, action: "add", emails: emails.slice(0, 1) })
  template = (await callUnheld("templates.create", { name: "T", subject: "Hi", body: "Hi" })).id
})
afterEach(() => {
  world.faults.clear()
  world.reset()
})

async function callUnheld(name: string, input: object) {
  const { data } = await session.call(name, input)
  expect([data.needs_confirmation, data.held]).toEqual([undefined, undefined])
  return data.result
}

const campaign = async (audience: object) =>
  (await callUnheld("campaigns.create", { name: "C", subject: "Hi", template_id: template, audience })).id

/** Approves a held call, which no longer does what it did when it was held. */
async function expectItemChanged(heldId: string) {
  const before = world.requests.list().filter(({ method }) => method !== "GET").length
  const { code, err } = await session.approve(heldId)
  expect([code, JSON.parse(err).error]).toEqual([5, expect.objectContaining({ code: "item_changed" })])
  expect(world.requests.list().filter(({ method }) => method !== "GET")).toHaveLength(before)
}

const statusOf = async (id: number) =>
  (await session.tool("read", { name: "campaigns.get", input: { id } })).data.result.status

describe("a campaign that was held", () => {
  it.each<[string, string, () => object]>([
    ["a list that grew", "lists.updateContacts", () => ({ id: list, action: "add", emails })],
    ["another template text", "templates.update", () => ({ id: template, body: "Buy now" })],
  ])("is not sent to more people, or with another text: %s", { tags: "slow" }, async (_, name, input) => {
    const id = await campaign({ type: "lists", list_ids: [list] })
    const heldId = await session.hold("campaigns.send", { id })
    expect((await session.show(heldId)).count).toBe("1 contact, of One friend")
    await callUnheld(name, input())
    await expectItemChanged(heldId)
    await session.holdAndApprove("campaigns.send", { id })
    expect(await statusOf(id)).toBe("completed")
  })

  it("is not sent to others in equal number", async () => {
    const id = await campaign({ type: "lists", list_ids: [list] })
    const heldId = await session.hold("campaigns.send", { id })
    await callUnheld("lists.updateContacts", { id: list, action: "remove", emails: emails.slice(0, 1) })
    await callUnheld("lists.updateContacts", { id: list, action: "add", emails: emails.slice(1, 2) })
    await expectItemChanged(heldId)
  })

  it("is not sent to who has agreed to mail meanwhile", async () => {
    await callUnheld("contacts.create", { email: "late@example.test" })
    await callUnheld("lists.updateContacts", { id: list, action: "add", emails: ["late@example.test"] })
    const id = await campaign({ type: "lists", list_ids: [list] })
    const heldId = await session.hold("campaigns.send", { id })
    await callUnheld("contacts.create", { email: "late@example.test", opt_in: true })
    await expectItemChanged(heldId)
  })

  it("is not sent to a segment, or to all, with more people", async () => {
    for (const audience of [{ type: "segment", segment_id: 1 }, { type: "all_contacts" }]) {
      const id = await campaign(audience)
      const heldId = await session.hold("campaigns.send", { id })
      await callUnheld("contacts.create", { email: `${audience.type}@example.test`, opt_in: true })
      await expectItemChanged(heldId)
    }
  })

  it("is sent where nothing has changed", async () => {
    const id = await campaign({ type: "lists", list_ids: [list] })
    await session.holdAndApprove("campaigns.send", { id })
    expect(await statusOf(id)).toBe("completed")
  })
})

const moveFlow = async (id: number, move: string) => {
  const { status } = await service.fetch(new Request(`${service.url}/_mock/flows/${id}/${move}`, { method: "POST" }))
  expect(status).toBe(200)
}

describe("a call that changes what others send", () => {
  it("is declared in the contract, for each write whose record a campaign or a flow sends by", () => {
    const feeding = listEndpoints(contract).flatMap(({ name, spec }) => (spec.feeds ? [[name, spec.feeds]] : []))
    expect(Object.fromEntries(feeding)).toEqual({
      "campaigns.update": "campaign",
      "contacts.create": "contact",
      "events.track": "event",
      "imports.create": "contact",
      "lists.updateContacts": "list",
      "publicForms.submit": "contact",
      "templates.update": "template",
    })
  })

  it.each<[string, () => object]>([
    ["lists.updateContacts", () => ({ id: list, action: "add", emails })],
    ["templates.update", () => ({ id: template, body: "Buy now" })],
    ["contacts.create", () => ({ email: "new@example.test", opt_in: true })],
  ])("counts as sending once a campaign that sends by it is scheduled: %s", { tags: "slow" }, async (name, input) => {
    const id = await campaign({ type: "lists", list_ids: [list] })
    await session.holdAndApprove("campaigns.send", { id, deliver_at: "2026-03-02T12:00:00.000Z" })
    const before = world.requests.list().filter(({ method }) => method !== "GET").length
    const heldId = await session.hold(name, input())
    expect((await session.show(heldId)).facts).toEqual({ "Changes what is sent by": `campaign ${id}, C (scheduled)` })
    expect(world.requests.list().filter(({ method }) => method !== "GET")).toHaveLength(before)
    expect((await session.approve(heldId)).code).toBe(0)
  })

  it("cannot be held with a file: the user imports it", async () => {
    const id = await campaign({ type: "lists", list_ids: [list] })
    await session.holdAndApprove("campaigns.send", { id, deliver_at: "2026-03-02T12:00:00.000Z" })
    const before = world.requests.list().filter(({ method }) => method !== "GET").length
    const file = { file: "email\nnew@example.test\n", resource: "contacts" }
    expect((await session.call("imports.create", file)).data.error.message).toContain("as it sends a file")
    expect(world.requests.list().filter(({ method }) => method !== "GET")).toHaveLength(before)
  })

  it("does not where another list or template is used", { tags: "slow" }, async () => {
    const id = await campaign({ type: "lists", list_ids: [list] })
    await session.holdAndApprove("campaigns.send", { id, deliver_at: "2026-03-02T12:00:00.000Z" })
    const other = (await callUnheld("lists.create", { name: "Others" })).id
    await callUnheld("lists.updateContacts", { id: other, action: "add", emails })
    await callUnheld("templates.update", { id: 1, name: "Renamed" })
    await callUnheld("events.track", { contact_email: emails[0], event: "signed_up" })
  })

  it.each<[object, object, string, () => object]>([
    [{ event: "signed_up" }, { send_template: "T" }, "templates.update", () => ({ id: template, body: "Buy" })],
    [{ list_id: "L" }, { send_template: 1 }, "lists.updateContacts", () => ({ id: list, action: "add", emails })],
    [{ kind: "joined_list" }, { wait: "1d" }, "lists.updateContacts", () => ({ id: list, action: "add", emails })],
    [{ new: "contact" }, {}, "contacts.create", () => ({ email: "new@example.test" })],
    [{ event: "signed_up" }, {}, "events.track", () => ({ contact_email: emails[0], event: "signed_up" })],
  ])(
    "counts as sending once a flow that sends by it is live: %j, %j: %s",
    { tags: "slow" },
    async (trigger, step, name, input) => {
      const filled = JSON.parse(
        JSON.stringify({ trigger, steps: [step] })
          .replace('"L"', `${list}`)
          .replace('"T"', `${template}`),
      )
      const id = await session.holdAndApprove("flows.create", { name: "F", ...filled })
      await callUnheld(name, input())
      await moveFlow(id, "start")
      const heldId = await session.hold(name, input())
      expect((await session.show(heldId)).facts).toEqual({ "Changes what is sent by": `flow ${id}, F (live)` })
      await moveFlow(id, "pause")
      await session.hold(name, input())
      await moveFlow(id, "cancel")
      await callUnheld(name, input())
    },
  )

  it("does not where a live flow names another template", async () => {
    const steps = [{ send_template: template }]
    const id = await session.holdAndApprove("flows.create", { name: "F", trigger: { event: "signed_up" }, steps })
    await moveFlow(id, "start")
    await callUnheld("templates.update", { id: 1, name: "Renamed" })
  })

  it("counts as sending where the credential cannot read campaigns", async () => {
    world.faults.add({ path: "/v1/my/campaigns", status: 403, body: { error: true, message: "No" } })
    const heldId = await session.hold("lists.updateContacts", { id: list, action: "add", emails })
    expect((await session.show(heldId)).facts["Changes what is sent by"]).toMatch(/^perhaps campaigns: /)
  })
})
