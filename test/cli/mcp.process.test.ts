import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Confirmations } from "../../cli/mcp/confirmations.ts"
import { McpSession } from "./own/mcp-client.ts"

let session: McpSession
/** One that holds nothing. */
let open: McpSession
beforeAll(async () => {
  ;[session, open] = await Promise.all([McpSession.open(), McpSession.open(["--no-hold"])])
})
afterAll(() => Promise.all([session.close(), open.close()]))

describe("mas mcp", () => {
  it("offers five tools in at most 1,500 tokens", async () => {
    const { tools } = await session.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(["find", "describe", "read", "call", "mock"])
    const size = JSON.stringify({ tools }).length + (session.client.getInstructions() ?? "").length
    expect(size / 4).toBeLessThanOrEqual(1_500)
    expect(session.client.getServerVersion()?.name).toBe("mas")
  })

  it("finds calls by words, describes them, and makes the call of its own example", async () => {
    const search = await session.tool("find", { query: "add a contact" })
    expect(search.data.found[0]).toMatchObject({ name: "contacts.create", safety: "write", tool: "call" })
    const described = await session.tool("describe", { name: "contacts.create" })
    expect(described.data.input.required).toEqual(["email"])
    const creation = await session.call("contacts.create", described.data.example)
    expect(creation.data.result.email).toBe(described.data.example.email)
    const all = await session.tool("find")
    expect(all.data.names.contacts).toBe("list create")
  })

  it.each([
    ["unsubscribe", "Unsubscribe someone, or subscribe them again", "contacts.create"],
    ["unsubscribe someone", "Unsubscribe someone, or subscribe them again", "contacts.create"],
    ["sandbox", "A sandbox or test mode", "mock.start"],
    ["cc", "Write to several people, or in copy (cc, bcc)", undefined],
    ["rate limiting", "Limit the rate (rate limiter)", "mock.start"],
    ["how do I schedule a message", "Schedule one message", "campaigns.send"],
    ["remove a contact", "Delete a contact", "lists.updateContacts"],
  ])("answers with what comes nearest to it, and the calls that this names: %s", async (query, task, call) => {
    const { data } = await session.tool("find", { query })
    expect(data.advice[0].task).toBe(task)
    expect(data.found[0]?.name).toBe(call)
  })

  it("says what is not offered", async () => {
    const { data } = await session.tool("find", { query: "attach a file" })
    expect(data.advice).toEqual([{ task: "Attach a file to a mail", use: expect.stringMatching(/^Not offered\. /) }])
  })

  it.each(["contacts", "list", "add a contact", "send e-mail", "transactional sms", "test", "start a mock server"])(
    "has no advice where calls have what is sought: %s",
    async (query) => {
      const { data } = await session.tool("find", { query })
      expect(data.advice).toBeUndefined()
      expect(data.found).not.toEqual([])
    },
  )

  it("finds no word inside another: account has no cc", async () => {
    const { data } = await session.tool("find", { query: "cc" })
    expect(data.found).toEqual([])
  })

  it("prints nothing on stderr for a client that started it", async () => {
    await session.tool("find")
    expect(session.aside).toBe("")
  })

  it("says how many match if not all are shown", async () => {
    const { data } = await session.tool("find", { query: "list" })
    expect(data.total).toBeGreaterThan(data.found.length)
    expect(data.next).toBe(`12 of ${data.total}: add words to see others.`)
  })

  it("returns a page of a list with the number of the next, and only the requested fields", async () => {
    const { data } = await session.call("contacts list", { limit: 1 }, { fields: ["id", "channels.0.kind"] })
    expect(data).toMatchObject({ items: [{ id: 1, "channels.0.kind": "email" }], page: 1, next_page: 2 })
    expect(data.total_count).toBeGreaterThan(1)
    const second = await session.call("contacts.list", { limit: 1, page: 2 })
    expect(second.data.items[0].id).toBe(2)
  })

  it("generates an idempotency key and returns it; a repeat with it has no effect", async () => {
    const send = { channel: "email", to: "ada@example.test", subject: "Hi", body: "Hello" }
    const first = await open.call("messages.send", send)
    expect(first.data.idempotency_key).toMatch(/\S{8}/)
    const again = await open.call("messages.send", send, { idempotency_key: first.data.idempotency_key })
    expect(again.data).toMatchObject({ result: first.data.result, idempotency_key: first.data.idempotency_key })
    const other = await open.call("messages.send", send)
    expect(other.data.result.id).not.toBe(first.data.result.id)
  })

  it("returns the key of a failed write too", async () => {
    await open.server.world.faults.add({
      on: "request",
      path: "/v1/my/messages",
      status: 503,
      retry_after: 0,
      times: 9,
    })
    const send = { channel: "email", to: "ada@example.test", subject: "Hi", body: "Hello" }
    const failed = await open.call("messages.send", send)
    await open.server.world.faults.clear()
    expect(failed.isError).toBe(true)
    expect(failed.data.error).toMatchObject({ status: 503 })
    expect(failed.data.error.idempotency_key).toMatch(/\S{8}/)
  })

  it("starts a mock server and controls the one that it calls", async () => {
    const started = await session.tool("mock", { name: "mock.start", input: { port: 0 } })
    expect((await fetch(`${started.data.result.url}/_mock/clock`)).status).toBe(200)
    const advanced = await session.tool("mock", { name: "mock.advance", input: { by: "1h" } })
    expect(advanced.data.result.now).toMatch(/^2026-03-01T1[3-9]/)
    const wrong = await session.tool("mock", { name: "mock.advance", input: { by: "1h", bye: 1 } })
    expect(wrong.data.error.message).toBe("bye is not a field; did you mean by?")
  })

  it.each([
    ["an unknown name", { name: "contacts.lst" }, "usage", "Did you mean contacts.list?"],
    [
      "an unknown field",
      { name: "contacts.create", input: { emial: "a@example.test" } },
      "validation_error",
      "describe",
    ],
    ["an input that is not an object", { name: "contacts.create", input: [] }, "validation_error", "Nothing was sent"],
    ["a missing record", { name: "templates.get", input: { id: 999 } }, "not_found", "Check the id"],
    ["a refused value", { name: "contacts.create", input: { email: "ada" } }, "validation_error", "describe"],
    ["a credential of the wrong kind", { name: "affiliate.get" }, "forbidden", "describe lists the allowed kinds"],
  ])("says what is wrong and what to do: %s", async (_, toolInput, code, hint) => {
    const result = await session.tool("call", toolInput)
    expect(result.isError).toBe(true)
    expect(result.data.error.code).toBe(code)
    expect(result.data.error.hint).toContain(hint)
  })

  it("refuses an unknown tool, and continues", async () => {
    expect((await session.tool("nothing", { name: "contacts.list" })).isError).toBe(true)
    expect((await session.tool("find", { query: "contact" })).isError).toBe(false)
  })

  it("ends with its client", async () => {
    const other = await McpSession.open()
    const { pid } = other
    await other.client.close()
    expect(() => process.kill(pid ?? 0, 0)).toThrow("ESRCH")
    await other.server.close()
  })
})

describe("a call that costs money or cannot be taken back", () => {
  const buy = { amount_cents: 5_000 }

  it("needs the token of a first call", async () => {
    const question = await session.call("fundingPurchases.create", buy)
    expect(question.data.needs_confirmation).toMatchObject({ safety: "paid", input: buy })
    expect((await session.call("funding.get")).data.result.pending_purchase).toBe(null)
    const confirmation = { confirm_token: question.data.confirm_token }
    const purchase = await session.call("fundingPurchases.create", buy, confirmation)
    expect(purchase.data.result.purchase.amount_cents).toBe(5_000)
    expect(purchase.data.idempotency_key).toBe(question.data.idempotency_key)
    const twice = await session.call("fundingPurchases.create", buy, confirmation)
    expect(twice.data.error).toMatchObject({ code: "confirmation_refused" })
  })

  it.each([
    ["other values", { amount_cents: 5_001 }, {}],
    ["a value of another type", { amount_cents: "5000" }, {}],
    ["another key", buy, { idempotency_key: "another" }],
  ])("is refused with %s, and the token is void afterwards", async (_, input, more) => {
    const { data } = await session.call("fundingPurchases.create", buy)
    const confirmation = { confirm_token: data.confirm_token }
    const other = await session.call("fundingPurchases.create", input, { ...confirmation, ...more })
    expect(other.data.error.code).toBe("confirmation_refused")
    const back = await session.call("fundingPurchases.create", buy, confirmation)
    expect(back.data.error.code).toBe("confirmation_refused")
  })

  it("needs a token for the same call, not for another one", async () => {
    const first = await session.call("memberships.remove", { id: 2 })
    expect(first.data.needs_confirmation.safety).toBe("rights")
    const other = await session.call("invites.revoke", { id: 2 }, { confirm_token: first.data.confirm_token })
    expect(other.data.error.code).toBe("confirmation_refused")
  })

  it("is asked about by a client that has elicitation, in whichever way the user answers", async () => {
    const questions: string[] = []
    const decisions = ["decline", "accept"] as const
    const asking = await McpSession.open(["--no-hold"], {
      onQuestion: (message) => decisions[questions.push(message) - 1] ?? "decline",
    })
    const declinedCall = await asking.call("invites.create", { email: "new@acme.test", role: "admin" })
    expect([declinedCall.data.error.code, declinedCall.text.includes("confirm_token")]).toEqual(["declined", false])
    const acceptedCall = await asking.call("invites.create", { email: "new@acme.test", role: "admin" })
    expect([acceptedCall.data.result.role, questions.length]).toEqual(["admin", 2])
    expect(questions[0]).toContain('input: {"email":"new@acme.test","role":"admin"}')
    await asking.close()
  })

  it("needs a token for the same address", () => {
    const confirmations = new Confirmations(() => 0)
    const agreement = { command: "messages.send", input: {}, at: "http://127.0.0.1:4010" }
    const redeem = (at: string) => () =>
      confirmations.redeem(confirmations.issue(agreement, { key: "key" }), { ...agreement, at }, undefined)
    expect(redeem("https://mas.example")).toThrow("for other arguments")
    expect(redeem(agreement.at)()).toMatchObject({ key: "key" })
  })

  it("needs a new token after five minutes", () => {
    let now = 0
    const confirmations = new Confirmations(() => now)
    const agreement = { command: "campaigns.send", input: { id: 1 } }
    const inTime = confirmations.issue(agreement)
    const late = confirmations.issue(agreement)
    now = 299_999
    expect(() => confirmations.redeem(inTime, { ...agreement }, undefined)).not.toThrow()
    now = 300_000
    expect(() => confirmations.redeem(late, agreement, undefined)).toThrow("too old")
  })
})

describe("secrets", () => {
  it("are in no result of any call", async () => {
    const other = await McpSession.open()
    const creation = await other.callConfirmed("webhooks.create", {
      url: "https://hooks.example.com/a",
      events: ["email.sent"],
    })
    const { data } = await other.tool("find")
    const texts = [creation.text]
    for (const [group, verbs] of Object.entries<string>(data.names)) {
      for (const verb of verbs.split(" ")) {
        const name = `${group}.${verb}`
        const described = await other.tool("describe", { name })
        const toolInput = { ...described.data.example, ...(name === "webhooks.get" ? { reveal: true } : {}) }
        const isSlow = ["mock.start", "mock.wait", "mock.reset", "mock.restore", "webhooks.delete"].includes(name)
        if (!isSlow) texts.push(described.text, (await other.tool("call", { name, input: toolInput })).text)
      }
    }
    const secrets = secretsOf(other.server.world.seeded())
    expect(secrets.length).toBeGreaterThan(8)
    expect(texts.length).toBeGreaterThan(150)
    for (const secret of secrets) expect(texts.filter((text) => text.includes(secret))).toEqual([])
    expect(texts.filter((text) => /whsec_[\w+/=]{8}|eyJ[\w-]+\.[\w-]+\./.test(text))).toEqual([])
    await other.close()
  })

  it("are not repeated in errors", async () => {
    const { text } = await session.call("auth.login", {
      user: { email: "owner@acme.test", password: "hunter2-hunter2" },
    })
    expect(text).not.toContain("hunter2")
  })
})

/** Every credential and password of a world. */
function secretsOf({ credentials, users }: ReturnType<McpSession["server"]["world"]["seeded"]>): string[] {
  return [...Object.values(credentials), ...Object.values(users).map(({ password }) => password)].filter(
    (value) => typeof value === "string",
  )
}

describe("--read-only", () => {
  it("refuses everything that writes, and does not offer it", async () => {
    const reader = await McpSession.open(["--read-only"])
    const { tools } = await reader.client.listTools()
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
    for (const name of ["contacts.create", "fundingPurchases.create", "webhooks.delete", "mock.reset", "mock.start"]) {
      expect((await reader.call(name, { id: 1, email: "a@example.test" })).data.error.code).toBe("usage")
    }
    expect((await reader.call("contacts.list")).isError).toBe(false)
    expect((await reader.tool("mock", { name: "mock.clock" })).isError).toBe(false)
    const set = await reader.tool("mock", { name: "mock.clock", input: { mode: "real" } })
    expect(set.data.error.code).toBe("validation_error")
    await reader.close()
  })
})
