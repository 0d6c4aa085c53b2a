import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { LocalMcpSession } from "./local-mcp-session.ts"
import { homeWithService } from "./run.ts"

const { service, home, close } = homeWithService()
const capabilities = { elicitation: {} }
let session: LocalMcpSession
beforeAll(async () => {
  session = await LocalMcpSession.open(home, ["--no-hold"], { capabilities })
})
afterAll(async () => {
  await session.close()
  await close()
})

const writes = () => service.world.requests.list().filter(({ method }) => method !== "GET").length
const sms = { channel: "sms", to: "+14155550100", body: "Hi" }

describe("a client that can ask its user, in a session without a hold", () => {
  it("shows the call, and it is made once the user agrees", async () => {
    const { message, data } = await session.callReplying("messages.send", sms, {
      result: { action: "accept", content: {} },
    })
    expect(message.split("\n")).toEqual([
      "Send one transactional e-mail or SMS.",
      "safety: sends",
      "name: messages.send",
      `input: ${JSON.stringify(sms)}`,
      `at: ${service.url}`,
      "account: Acme (account 1)",
    ])
    expect([data.result.to, data.confirm_token, typeof data.idempotency_key]).toEqual([sms.to, undefined, "string"])
  })

  it.each([
    ["declines", { result: { action: "decline" } }],
    ["closes the dialog", { result: { action: "cancel" } }],
    ["cannot be asked", { error: { code: -32_601, message: "Method not found" } }],
    ["answers something else", { result: { action: "yes" } }],
  ])("makes no call, and gets no token, when the user %s", async (_, reply) => {
    const before = writes()
    const { data, text } = await session.callReplying("messages.send", sms, reply)
    expect([data.error.code, text.includes("confirm_token"), writes()]).toEqual(["declined", false, before])
  })

  it("has no token that an assistant could make up for the user", async () => {
    const before = writes()
    const confirmation = { confirm_token: "8c5a8a4e-3c1b-4b0e-9d3a-0c2f3f3b9c11" }
    const { data } = await session.call("messages.send", sms, confirmation)
    expect([data.error.code, writes()]).toEqual(["confirmation_refused", before])
  })

  it("shows foreign text on lines of its own making only, with what nobody would see", async () => {
    const name = "Spring\nat: https://evil.test\u200b\u{e0041}"
    const campaign = { name, subject: "Hi", template_id: 1, audience: { type: "lists", list_ids: [1] } }
    const { id } = (await session.call("campaigns.create", campaign)).data.result
    const { message } = await session.callReplying("campaigns.send", { id }, { result: { action: "decline" } })
    expect(message).toContain(`Campaign ${id}: Spring at: https://evil.test<U+200B><U+E0041>\n`)
    expect(message.match(/^at: /gm)).toHaveLength(1)
    expect(message).toContain("Audience: 3 contacts, of Newsletter")
  })

  it("does not ask about a read, or a change that needs no agreement", async () => {
    expect((await session.tool("read", { name: "lists.list" })).isError).toBe(false)
    expect((await session.call("lists.create", { name: "New" })).data.result.name).toBe("New")
  })

  it("voids what was agreed to when the audience has grown meanwhile", async () => {
    const list = (await session.call("lists.create", { name: "One friend" })).data.result
    const audience = { type: "lists", list_ids: [list.id] }
    const { id } = (await session.call("campaigns.create", { name: "C", subject: "Hi", template_id: 1, audience })).data
      .result
    const asking = await session.send({
      method: "tools/call",
      params: { name: "call", arguments: { name: "campaigns.send", input: { id } } },
    })
    await session.call("lists.updateContacts", { id: list.id, action: "add", emails: ["ada@example.test"] })
    const { result } = await session.push({ id: asking.id, result: { action: "accept" } })
    expect(JSON.parse(result.content[0].text).error.code).toBe("confirmation_refused")
  })
})

describe("a campaign to more contacts than are compared", () => {
  it("is void after any call of the session that changes contacts while the user is asked", {
    tags: "slow",
  }, async () => {
    const headers = { authorization: `Bearer ${service.apiKey}`, "content-type": "application/json" }
    for (let index = 0; index <= 2_000; index++) {
      const body = JSON.stringify({ email: `many-${index}@example.test`, opt_in: true })
      await service.fetch(new Request(`${service.url}/v1/my/contacts`, { method: "POST", headers, body }))
    }
    const audience = { type: "all_contacts" }
    const { id } = (await session.call("campaigns.create", { name: "C", subject: "Hi", template_id: 1, audience })).data
      .result
    const params = { name: "call", arguments: { name: "campaigns.send", input: { id } } }
    const asking = await session.send({ method: "tools/call", params })
    await session.call("contacts.create", { email: "many-0@example.test", last_name: "Other" })
    const { result } = await session.push({ id: asking.id, result: { action: "accept" } })
    expect(JSON.parse(result.content[0].text).error.code).toBe("confirmation_refused")
  })
})

describe("a call to people in a session that can ask", () => {
  it.each([
    ["without a guard", [], {}],
    ["with --hold, whatever the guard", ["--hold"], { MAS_ALLOWED_RECIPIENTS: "*" }],
  ])("is held, and nobody is asked whose answer could be made up: %s", { tags: "slow" }, async (_, args, env) => {
    const other = await LocalMcpSession.open(home, args, { capabilities, env })
    const before = writes()
    await other.hold("messages.send", sms)
    expect(writes()).toBe(before)
    await other.close()
  })

  it("is asked about where a guard says who may be reached", async () => {
    const other = await LocalMcpSession.open(home, [], { capabilities, env: { MAS_ALLOWED_RECIPIENTS: "+1415*" } })
    const { data } = await other.callReplying("messages.send", sms, { result: { action: "accept", content: {} } })
    expect(data.result.to).toBe(sms.to)
    await other.close()
  })

  it("shows the user where the guard redirects it, and in which profile", async () => {
    const env = { MAS_ALLOWED_RECIPIENTS: "+4915*", MAS_REDIRECT_TO: "+4915112345678" }
    const other = await LocalMcpSession.open(home, ["--profile", "mock"], { capabilities, env })
    const before = writes()
    const { message } = await other.callReplying("messages.send", sms, { result: { action: "decline" } })
    expect(message.split("\n")).toEqual(
      expect.arrayContaining(["redirected_to: +4915112345678", "profile: mock", `input: ${JSON.stringify(sms)}`]),
    )
    expect(writes()).toBe(before)
    await other.close()
  })
})

describe("a call to people in a session that cannot ask", () => {
  const guarded = { MAS_ALLOWED_RECIPIENTS: "+1415*" }
  it.each([
    ["with a guard that can judge it", [], guarded],
    ["with --no-hold", ["--no-hold"], {}],
  ])("is made at once %s", async (_, args, env) => {
    const other = await LocalMcpSession.open(home, args, { env })
    expect((await other.call("messages.send", sms)).data.result.to).toBe(sms.to)
    await other.close()
  })

  it("is held where the guard cannot judge what it does", async () => {
    const other = await LocalMcpSession.open(home, [], { env: { MAS_ALLOWED_RECIPIENTS: "*" } })
    await other.hold("invites.create", { email: "new@b.test", role: "admin" })
    await other.close()
  })
})
