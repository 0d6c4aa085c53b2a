import { describe, expect, it } from "vitest"
import { Journal } from "../../mock-server/world/journal.ts"
import { rowsOf } from "../support/dashboard-data.ts"
import { mock } from "../support/mock.ts"

const control = { key: null }

describe("GET /_mock/requests", () => {
  it("reports the request, its credential and its response", async () => {
    const { call } = mock()
    const headers = { "Idempotency-Key": "k1" }
    const body = { channel: "email", to: "ana@example.test", subject: "Hello", html: "<p>Hi</p>" }
    const { body: message } = await call("POST", "/v1/my/messages?", { body, headers })
    const { status, body: entries } = await call("GET", "/_mock/requests", control)
    expect(status).toBe(200)
    expect(entries).toEqual([
      {
        id: 1,
        time: "2026-03-01T12:00:00.000Z",
        method: "POST",
        path: "/v1/my/messages",
        query: "",
        status: 201,
        duration_ms: expect.any(Number),
        endpoint: "messages.send",
        credential_kind: "api_key",
        shown_credential: "api_key",
        account_id: 1,
        brand_id: 1,
        idempotency_key: "k1",
        fault_id: null,
        warning: null,
        rule: null,
        request_body: body,
        response_body: message,
        made: [{ kind: "message", id: 1 }],
      },
    ])
  })

  it("links a message, an event and the requests that made or repeated them, both ways", async () => {
    const { call, control: world } = mock({ allowLocalWebhooks: true, deliver: () => ({ status: 200, duration: 0 }) })
    const send = { channel: "email", to: "ana@example.test", subject: "Hello", html: "<p>Hi</p>" }
    const headers = { "Idempotency-Key": "k1" }
    await call("POST", "/v1/my/webhooks", { body: { url: "http://127.0.0.1:9/", events: ["email.sent"] } })
    for (let n = 0; n < 2; n++) await call("POST", "/v1/my/messages", { body: send, headers })
    await call("POST", "/v1/my/templates/1/send_test", { body: { email: ["ana@example.test", "ben@example.test"] } })
    await call("POST", "/v1/my/webhooks/1/test", {})
    await call("POST", "/v1/my/messages", { body: { ...send, to: "nobody" } })
    await world.advance(0)
    const [sent, sample] = (await rowsOf(world, "delivery")).rows.toReversed()
    const event = { kind: "event", id: sample?.event_id }
    const message = (id: number) => ({ kind: "message", id })
    expect(world.requests.list().map(({ made: createdResources }) => createdResources)).toEqual([
      [],
      [message(1)],
      [message(1)],
      [message(2), message(3)],
      [event],
      [],
    ])
    expect([1, 2, 3].map((id) => world.messages.get(id).request_ids)).toEqual([[2, 3], [4], [4]])
    expect([sent?.request_ids, sample?.request_ids]).toEqual([[2, 3], [5]])
    await call("DELETE", "/_mock/requests", { key: null })
    expect(world.messages.get(1).request_ids).toEqual([])
  })

  it("includes refused requests: unknown paths, unknown credentials, broken bodies", async () => {
    const { call, control: world } = mock()
    await call("GET", "/v1/nowhere")
    await call("GET", "/v1/my/account", { key: "maskey_live_wrong" })
    await call("POST", "/v1/my/lists", { raw: "{", headers: { "Content-Type": "application/json" } })
    await call("DELETE", "/v1/my/lists")
    const entries = world.requests.list()
    expect(entries.map(({ status, endpoint, credential_kind }) => [status, endpoint, credential_kind])).toEqual([
      [404, null, null],
      [401, "account.get", null],
      [400, "lists.create", "api_key"],
      [405, null, null],
    ])
    expect(entries[2]?.request_body).toBe("{")
    expect(entries[0]?.response_body).toMatchObject({ error_code: "not_found" })
  })

  it.each([101, 4_000, 50_000])(
    "can be read after a refused body of %i levels, and shows nothing of it",
    async (levels) => {
      const { call } = mock()
      const raw = `{"password":"open sesame","in":${"[".repeat(levels)}${"]".repeat(levels)}}`
      const headers = { "Content-Type": "application/json" }
      expect((await call("POST", "/v1/my/lists", { raw, headers })).status).toBe(400)
      expect((await call("GET", "/_mock/requests", control)).body).toMatchObject([
        { status: 400, request_body: "[nested too deeply to be shown]" },
      ])
    },
  )

  it("excludes control calls", async () => {
    const { call, control: world } = mock()
    await call("GET", "/_mock/health", control)
    await call("GET", "/_mock/nothing", control)
    expect(world.requests.list()).toEqual([])
  })

  it("names the fault that applied, and has a null status if the connection was cut", async () => {
    const { call, control: world } = mock()
    world.faults.add({ status: 503, times: 1 })
    world.faults.add({ drop: "before", times: 1 })
    await call("GET", "/v1/my/lists")
    await call("GET", "/v1/my/lists").catch(() => {})
    expect(world.requests.list().map(({ status, fault_id }) => [status, fault_id])).toEqual([
      [503, 1],
      [null, 2],
    ])
  })

  it.each([
    ["method=get", [1, 3, 4]],
    ["method=POST", [2]],
    ["path=/v1/my/lists", [1, 2, 3]],
    ["path=/v1/*/account", [4]],
    ["status=200", [1, 3, 4]],
    ["status=201", [2]],
    ["since=2026-03-01T13:00:00Z", [3, 4]],
    ["since=2026-03-01T13:00:00.001Z", []],
    ["after=2", [3, 4]],
    ["method=GET&path=/v1/my/lists&status=200", [1, 3]],
  ])("with %s finds %j", async (query, ids) => {
    const { call, control: world } = mock()
    await call("GET", "/v1/my/lists")
    await call("POST", "/v1/my/lists", { body: { name: "A" } })
    await world.advance("1h")
    await call("GET", "/v1/my/lists?page=2")
    await call("GET", "/v1/my/account")
    const { body } = await call("GET", `/_mock/requests?${query}`, control)
    expect(body.map(({ id }: { id: number }) => id)).toEqual(ids)
  })

  it.each(["status=ok", "since=yesterday", "colour=red"])("refuses %s", async (query) => {
    expect((await mock().call("GET", `/_mock/requests?${query}`, control)).status).toBe(422)
  })

  it("redacts secrets everywhere: passwords, tokens, keys, signing secrets", async () => {
    const { call, control: world, token } = mock()
    const secrets = ["correct horse", "tok_123"]
    await call("POST", "/v1/login", {
      key: null,
      body: { user: { email: "owner@acme.test", password: secrets[0] } },
    })
    await call("POST", "/v1/signup", {
      key: null,
      body: { user: { email: "a@example.test", password: secrets[0], password_confirmation: secrets[0] } },
    })
    const jwt = await token("owner")
    await call("POST", "/v1/oauth/subscribe", { key: jwt, body: { plan_id: 2, payment_token: secrets[1] } })
    const webhook = { url: "https://hooks.example.com/", events: ["email.sent"] }
    const { body: created } = await call("POST", "/v1/my/webhooks", { body: webhook })
    const { body: invite } = await call("POST", "/v1/my/account/invites", {
      body: { email: "new@example.test", role: "member" },
    })
    await call("POST", "/v1/my/lists", { body: { name: `maskey_live_mock ${jwt} ${created.secret}` } })
    await call("GET", "/v1/my/account?key=maskey_live_mock")
    const text = JSON.stringify(world.requests.list())
    for (const secret of [...secrets, jwt, created.secret, invite.token, "maskey_live_mock"]) {
      expect(text).not.toContain(secret)
    }
    expect(text).toContain("maskey_live_[redacted] [redacted] whsec_[redacted]")
    expect(text).toContain("owner@acme.test")
  })

  it.each(["POST", "GET", "DELETE"])(
    "redacts an invitation's token in the path of a %s, but finds it by that path",
    async (method) => {
      const { call, control: world } = mock()
      await call(method, "/v1/my/account/invites/mock-invite-token/accept?page=2&api_key=1234", {})
      const [entry] = world.requests.list({ path: "/v1/my/account/invites/mock-invite-token/accept" })
      expect(entry).toMatchObject({
        path: "/v1/my/account/invites/[redacted]/accept",
        query: "page=2&api_key=[redacted]",
      })
      expect(JSON.stringify(entry)).not.toContain("mock-invite-token")
    },
  )

  it("keeps the bodies as they were, whatever happened to their records since", async () => {
    const { call, control: world } = mock()
    await call("GET", "/v1/my/templates/1")
    await call("PATCH", "/v1/my/templates/1", { body: { name: "Changed" } })
    expect(world.requests.list()[0]?.response_body).toMatchObject({ name: "Welcome" })
    expect(world.requests.list()[1]?.response_body).toMatchObject({ name: "Changed" })
  })
})

describe("DELETE /_mock/requests", () => {
  it("clears the journal; ids continue", async () => {
    const { call, control: world } = mock()
    await call("GET", "/v1/my/lists")
    expect((await call("DELETE", "/_mock/requests", control)).status).toBe(204)
    expect(world.requests.list()).toEqual([])
    await call("GET", "/v1/my/lists")
    expect(world.requests.list().map(({ id }) => id)).toEqual([2])
  })
})

describe("the journal", () => {
  const record = {
    at: 0,
    duration: 1,
    method: "GET",
    url: "/",
    idempotencyKey: undefined,
    status: 200,
    faultId: null,
  }

  it("keeps the newest 10,000 requests", { tags: "slow" }, () => {
    const journal = new Journal()
    for (let id = 1; id <= 10_003; id++) journal.add({ ...record, trace: {}, body: "{}" })
    const ids = journal.list().map(({ id }) => id)
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([10_000, 4, 10_003])
    expect(journal.list({ limit: 20_000 }).map(({ id }) => id)).toEqual(ids)
  })

  it("knows which requests made a message after its bodies are dropped, until the request is dropped", () => {
    const journal = new Journal()
    const send = (id: number) => journal.add({ ...record, trace: { endpoint: "messages.send" }, body: { id } })
    for (const id of [1, 1, 2]) send(id)
    journal.add({ ...record, trace: {}, body: "x".repeat(33 * 1024 * 1024) })
    const requestIds = (id: number) => journal.requestsThatCreated({ kind: "message", id })
    expect([journal.get(1)?.response_body, requestIds(1), requestIds(2)]).toEqual([null, [1, 2], [3]])
    const copy = new Journal()
    copy.load(journal.dump())
    expect(copy.requestsThatCreated({ kind: "message", id: 1 })).toEqual([1, 2])
    for (let n = 0; n < 9_997; n++) journal.add({ ...record, trace: {}, body: null })
    expect([requestIds(1), requestIds(2)]).toEqual([[2], [3]])
    journal.clear()
    expect(requestIds(2)).toEqual([])
  })

  it("drops the oldest bodies first when they are long, but keeps their requests", () => {
    const journal = new Journal()
    const long = `"${"x".repeat(1024 * 1024)}"`
    for (let id = 1; id <= 40; id++) journal.add({ ...record, trace: { text: "{}" }, body: long })
    const entries = journal.list()
    expect(entries).toHaveLength(40)
    expect(entries.filter(({ response_body }) => response_body !== null).length).toBe(31)
    expect(entries.at(-1)?.response_body).toHaveLength(1024 * 1024)
    expect(entries[0]).toMatchObject({ request_body: null, response_body: null, status: 200 })
  })

  const mebi = 1024 * 1024

  it("drops a body for the first character beyond 32 million", () => {
    const journal = new Journal()
    const add = (body: string) => journal.add({ ...record, trace: {}, body })
    const isKept = (id: number) => journal.get(id)?.response_body !== null
    for (let n = 0; n < 32; n++) add("x".repeat(mebi))
    expect([1, 2].map(isKept)).toEqual([true, true])
    add("x")
    expect([1, 2].map(isKept)).toEqual([false, true])
  })

  const withBody = (journal: Journal) =>
    journal.list().flatMap(({ id, request_body, response_body }) => ((request_body ?? response_body) ? [id] : []))
  const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

  it.each([
    ["the text that was sent", { trace: { text: "x".repeat(mebi) }, body: null }, 32],
    ["the text that was answered", { trace: {}, body: "x".repeat(mebi) }, 32],
    ["each record of a page, as 512", { trace: {}, body: Array(8_192).fill({ id: 1 }) }, 8],
  ])("keeps exactly 32 million characters of bodies, counting %s", { tags: "slow" }, (_, bodies, fitting) => {
    const journal = new Journal()
    const add = () => journal.add({ ...record, ...bodies, trace: { ...bodies.trace } })
    for (let n = 0; n < fitting; n++) add()
    expect(withBody(journal)).toEqual(upTo(fitting))
    journal.add({ ...record, trace: {}, body: { id: 1 } })
    expect(withBody(journal)).toEqual(upTo(fitting + 1, 2))
    add()
    expect(withBody(journal)).toEqual(upTo(fitting + 2, 3))
  })

  it("frees the room of bodies whose request was dropped or cleared", { tags: "slow" }, () => {
    const journal = new Journal()
    const add = (length: number) => journal.add({ ...record, trace: {}, body: "x".repeat(length) })
    const most = 31 * mebi
    add(most)
    for (let n = 0; n < 10_000; n++) add(2)
    add(most)
    expect(withBody(journal)).toEqual(upTo(10_002, 3))
    journal.clear()
    add(most)
    expect(withBody(journal)).toEqual([10_003])
  })

  it("lists the newest matching requests up to the limit, oldest first", () => {
    const journal = new Journal()
    for (let n = 1; n <= 6; n++) journal.add({ ...record, trace: {}, body: null, method: n % 2 === 0 ? "GET" : "POST" })
    expect(journal.list({ method: "get", limit: 2 }).map(({ id }) => id)).toEqual([4, 6])
    expect(journal.list({ limit: 9 }).map(({ id }) => id)).toEqual(upTo(6))
  })
})
