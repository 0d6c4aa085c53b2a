import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { confirmationText } from "../../../cli/mcp/confirmation-text.ts"
import { reaches } from "../../../sdk/sending/recipients/reaches.gen.ts"
import { LocalMcpSession } from "./local-mcp-session.ts"
import { homeWithService } from "./run.ts"

const { service, home, close } = homeWithService()
let session: LocalMcpSession
beforeAll(async () => {
  session = await LocalMcpSession.open(home)
})
afterAll(async () => {
  await session.close()
  await close()
})

const writes = () => service.world.requests.list().filter(({ method }) => method !== "GET").length
const sms = { channel: "sms", to: "+14155550100", body: "Hi" }
const hook = { url: "https://hooks.example.com/a", events: ["email.sent"] }

describe("what a person is shown before a call", () => {
  it("is one line for each fact, with much of the input and the beginning of anything else", () => {
    const text = confirmationText({
      what: "Send a message",
      about: { title: "a\nb", left_out: null, effect: "y".repeat(301) },
      input: { body: "x".repeat(2_000) },
      id: "z".repeat(300),
    })
    expect(text.split("\n")).toEqual([
      "Send a message a b",
      `effect: ${"y".repeat(300)} [1 more characters]`,
      `input: ${JSON.stringify({ body: "x".repeat(2_000) }).slice(0, 2_000)} [11 more characters]`,
      `id: ${"z".repeat(300)}`,
    ])
  })
})

describe("a call that reaches people", () => {
  it.each([
    ["messages.send", sms],
    ["messages.send", { channel: "email", to: "ada@example.test", subject: "Hi", template_id: 1 }],
    ["templates.sendTest", { id: 1, email: "ada@example.test" }],
    ["user.update", { email: "new@b.test" }],
    ["invites.create", { email: "new@b.test", role: "member" }],
    ["flows.create", { name: "F", trigger: { event: "signed_up" }, steps: [] }],
  ])("is held for a person, and has no token: %s", async (name, input) => {
    const before = writes()
    const { data, isError, text } = await session.call(name, input)
    expect([isError, data.held.state]).toEqual([false, "waits for a person"])
    expect(text).not.toContain("confirm_token")
    const other = await session.call(name, input, { confirm_token: "8c5a8a4e-3c1b-4b0e-9d3a-0c2f3f3b9c11" })
    expect(other.data.error).toMatchObject({ code: "confirmation_refused" })
    expect(writes()).toBe(before)
  })

  it("is not released by the token of another call", async () => {
    const firstCall = await session.call("webhooks.create", hook)
    const before = writes()
    const { data } = await session.call("messages.send", sms, { confirm_token: firstCall.data.confirm_token })
    expect([data.error.code, writes()]).toEqual(["confirmation_refused", before])
  })

  it("cannot be held without an account, or with a file", async () => {
    const user = { email: "new@b.test", password: "long enough 1" }
    const { data } = await session.call("auth.signup", { user })
    expect(data.error.message).toContain("cannot keep auth.signup for a person, as it acts for no account")
  })
})

describe("a call that reaches other machines", () => {
  it("needs the token of exactly these arguments", async () => {
    const { data } = await session.call("webhooks.create", hook)
    expect(data.needs_confirmation).toMatchObject({ safety: "sends", name: "webhooks.create", input: hook })
    const creation = await session.call("webhooks.create", hook, { confirm_token: data.confirm_token })
    expect(creation.data.result.url).toBe(hook.url)
    const firstCall = await session.call("webhooks.create", hook)
    const elsewhere = { ...hook, url: "https://hooks.example.com/b" }
    const otherCall = await session.call("webhooks.create", elsewhere, { confirm_token: firstCall.data.confirm_token })
    expect(otherCall.data.error.code).toBe("confirmation_refused")
  })

  it("includes changing or calling a webhook's address", async () => {
    const { id } = (await session.callConfirmed("webhooks.create", hook)).data.result
    const about = { title: `Webhook endpoint ${id}`, URL: hook.url }
    for (const [name, input] of [
      ["webhooks.update", { id, url: "https://other.example.com/a" }],
      ["webhooks.test", { id }],
    ] as const) {
      expect((await session.call(name, input)).data.needs_confirmation.about).toMatchObject(about)
    }
  })

  it("does not include an event, which has the key of its input", async () => {
    const event = { contact_id: 1, event: "bought", idempotency_key: "order-7" }
    for (let time = 0; time < 2; time++)
      expect((await session.call("events.track", event)).data.idempotency_key).toBe("order-7")
    expect((await session.call("events.list", { contact_id: 1 })).data.items).toHaveLength(1)
  })

  it("includes no other write", async () => {
    expect((await session.call("contacts.create", { email: "new@b.test" })).data.result.email).toBe("new@b.test")
  })

  const namesPerson = Object.entries(reaches).flatMap(([name, { reach }]) => ("field" in reach ? [name] : []))
  it.each([...namesPerson, "flows.create", "campaigns.send"])(
    "includes whatever names a person or sends to many: %s",
    async (name) => {
      const { data } = await session.tool("describe", { name })
      expect(["sends", "irreversible", "rights"]).toContain(data.safety)
    },
  )
})

describe("the confirmation of a call", () => {
  it("names the account, and is void for another one", async () => {
    const { data } = await session.call("webhooks.create", hook)
    expect(data.needs_confirmation.account).toBe("Acme (account 1)")
    // As with another key in place of this one.
    service.world.faults.add({ path: "/v1/my/account", body: { id: 3, name: "Client" }, times: 1 })
    const secondCall = await session.call("webhooks.create", hook, { confirm_token: data.confirm_token })
    expect(secondCall.data.error).toMatchObject({
      code: "confirmation_refused",
      message: expect.stringContaining("account"),
    })
  })

  it("is void after a reset of the mock server", async () => {
    const { data } = await session.call("webhooks.create", hook)
    service.world.reset()
    const secondCall = await session.call("webhooks.create", hook, { confirm_token: data.confirm_token })
    expect(secondCall.data.error.code).toBe("confirmation_refused")
  })

  it.each([
    ["campaigns.send", { id: 999 }],
    ["memberships.remove", { id: 999 }],
    ["invites.revoke", { id: 999 }],
    ["webhooks.delete", { id: 999 }],
    ["webhooks.update", { id: 999, enabled: true }],
    ["webhooks.test", { id: 999 }],
    ["templates.sendTest", { id: 999, email: "ada@example.test" }],
    ["messages.send", { ...sms, template_id: 999 }],
    ["validations.start", { list_id: 999 }],
  ])("is not offered for a missing record: %s", async (name, input) => {
    const { data, text } = await session.call(name, input)
    expect([data.error?.code, text.includes("confirm_token"), data.held]).toEqual(["not_found", false, undefined])
  })
})

describe("a held campaign", () => {
  it("shows its audience, and is not sent once it changes", async () => {
    const audience = { type: "lists", list_ids: [1] }
    const { data } = await session.call("campaigns.create", { name: "Spring", template_id: 1, audience })
    const { id } = data.result
    const heldId = await session.hold("campaigns.send", { id })
    const details = await session.show(heldId)
    expect(details).toMatchObject({
      what: `Campaign ${id}: Spring`,
      count: "3 contacts, of Newsletter",
      changed: false,
    })
    expect([details.facts["Goes out"], details.template.id]).toEqual(["now", 1])
    await session.call("campaigns.update", { id, audience: { type: "all_contacts" } })
    const { code, err } = await session.approve(heldId)
    expect([code, JSON.parse(err).error.code]).toEqual([5, "item_changed"])
    expect((await session.show(heldId)).changed).toBe(true)
    await session.holdAndApprove("campaigns.send", { id })
    expect((await session.tool("read", { name: "campaigns.get", input: { id } })).data.result.status).toBe("completed")
  })
})

describe("a mock server that a tool starts", () => {
  it.each([
    ["host", "0.0.0.0"],
    ["allow-host", ["*"]],
    ["allow_host", "*"],
    ["allow-webhooks-to", ["127.0.0.1:80"]],
    ["allow_webhooks_to", "127.0.0.1"],
    ["local-webhooks", true],
    ["detach", true],
  ])("is reached from this machine alone, and reaches no local address: %s", async (name, value) => {
    const { data } = await session.mock("mock.start", { port: 0, [name]: value })
    expect(data.error.message).toBe(`${name.replaceAll("-", "_")} is for a terminal only`)
  })

  it.each(["allowHost", "hos", "Host", "--host", "port=0 --host", "no-host"])(
    "refuses other spellings of terminal-only flags: %s",
    async (name) => {
      const { data } = await session.mock("mock.start", { port: 0, [name]: "0.0.0.0" })
      expect(data.error.message).toContain("is not a field")
    },
  )

  it("accepts only these fields", async () => {
    const { data } = await session.tool("describe", { name: "mock.start" })
    expect(Object.keys(data.input.properties)).toEqual([
      ...["port", "frozen", "rate", "now", "seed", "sign_with", "message_latency", "rate_limit", "max_worlds"],
    ])
  })
})
