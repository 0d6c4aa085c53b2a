import { describe, expect, it } from "vitest"
import type { MockService } from "../../../mock-server/index.ts"
import { contract } from "../../../sdk/contract/index.ts"
import { Mas, nodeHttpTransport } from "../../../sdk/index.ts"
import { ally, client, mail, service, stranger } from "./support.ts"

const body = { ...mail, to: stranger }
const post = (path: string) => (mas: Mas) => mas.request(`POST ${path}` as never, { body } as never)

/** Ways to try to get a mail to a stranger despite the guard. */
const attempts: Record<string, (mas: Mas, mock: MockService) => unknown> = {
  "the path in place of the name": post("/v1/my/messages"),
  "a path in capital letters": post("/V1/My/Messages"),
  "a path with percent-encoded letters": post("/v1/my/%6Des%73ages"),
  "a path that is encoded twice": post("/v1/my/%256Dessages"),
  "a path with doubled and trailing slashes": post("/v1//my///messages/"),
  "a path with a query": post("/v1/my/messages?draft=1"),
  "a path with an extension, or with segment parameters": async (mas) => {
    await expect(post("/v1/my/messages.json")(mas)).rejects.toMatchObject({ code: "recipient_refused" })
    return post("/v1/my;v=2/messages;a=b")(mas)
  },
  "a path with an encoded ../": post("/v1/my/lists/%2e%2e%2fmessages"),
  "a path with ../ in a parameter": (mas) =>
    mas.request("POST /v1/my/{id}", { params: { id: "lists/../messages" }, body }),
  "a definition that claims to reach nobody": (mas) =>
    mas.request({ ...contract.messages.send, recipients: "nobody" }, { body }),
  "a custom definition with the same path": (mas) =>
    mas.request({ ...contract.lists.create, path: "/v1/my/messages" }, { body: body as never }),
  "rules of a call": (mas) => mas.messages.send(body, { recipients: { allow: ["*"] } }),
  "rules of a copy": (mas) => mas.withOptions({ recipients: { allow: ["*"] } }).messages.send(body),
  "rules that are changed after the client was made": (_, mock) => {
    const allow = ["*@acme.test"]
    const mas = client(mock, { recipients: { allow } })
    allow.push("*")
    return mas.messages.send(body)
  },
  "another transport, in a copy": (mas, mock) => {
    const { fetch } = mock.world.clientOptions
    const copy = mas.withOptions({ transport: nodeHttpTransport() }).withOptions(fetch ? { fetch } : {})
    return copy.messages.send(body)
  },
  "a body that becomes another one as JSON": (mas) =>
    mas.request("messages.send", { body: { ...mail, to: ally, toJSON: () => body } as never }),
  "a list in the place of a text": (mas) =>
    mas.request("messages.send", { body: { ...mail, to: [ally, stranger] as never } }),
  "an object in the place of a text": (mas) =>
    mas.request("messages.send", { body: { ...mail, to: { email: stranger } as never } }),
  "several bodies in a list": (mas) => mas.request("POST /v1/my/messages", { body: [body] }),
  "a second recipient in the same text": (mas) => mas.messages.send({ ...mail, to: `${ally}, ${stranger}` }),
  "a name that looks like an allowed address": (mas) => mas.messages.send({ ...mail, to: `${ally} <${stranger}>` }),
  "a line break and another header": (mas) => mas.messages.send({ ...mail, to: `${ally}\r\nBcc: ${stranger}` }),
  "a way to another server": (mas) => mas.messages.send({ ...mail, to: "ada%example.test@acme.test" }),
  "a header of the message": (mas) => mas.messages.send({ ...mail, to: ally, headers: { BCC: stranger } }),
  "a field that the contract does not have": (mas) =>
    mas.request("messages.send", { body: { ...mail, to: ally, cc: [{ address: stranger }] } as never }),
  "a field in capital letters": (mas) =>
    mas.request("POST /v1/my/messages", { body: { ...mail, to: ally, To: stranger } }),
  "a recipient in the query": (mas) =>
    mas.request("POST /v1/my/messages", { query: { to: stranger }, body: { ...mail, to: ally } }),
  "a header that overrides the method": (mas) =>
    mas.withOptions({ headers: { "X-HTTP-Method-Override": "POST" } }).request("GET /v1/my/messages"),
  "a field that overrides the method": (mas) =>
    mas.request("POST /v1/my/lists/1", { body: { _method: "POST", name: stranger } }),
  "a hook's header that overrides the path": (mas) =>
    mas.withOptions({ onRequest: () => ({ "X-Original-URL": "/v1/my/messages" }) }).lists.create({ name: "New" }),
  "a method that the contract does not have": (mas) => mas.request("PUT /v1/my/user", { body: { email: stranger } }),
}

/** An allowed message with one more part from which some service reads a recipient. */
const withField = (name: string, value: unknown): [string, (mas: Mas) => unknown] => [
  `the field ${name}: ${JSON.stringify(value)}`,
  (mas) => mas.request("messages.send", { body: { ...mail, to: ally, [name]: value } as never }),
]
const withHeader = (name: string, value: string): [string, (mas: Mas) => unknown] => [
  `the header ${name} of a message`,
  (mas) => mas.messages.send({ ...mail, to: ally, headers: { [name]: value } }),
]
const withCallHeader = (name: string, value: string): [string, (mas: Mas) => unknown] => [
  `the header ${name}: ${value} of a call that reaches nobody`,
  (mas) => mas.withOptions({ headers: { [name]: value } }).lists.create({ name: "New" }),
]
const withPath = (path: string): [string, (mas: Mas) => unknown] => [`the path ${path}`, post(path)]

const withName = (name: string): [string, (mas: Mas) => unknown] => [
  `the display name ${name}`,
  (mas) => mas.messages.send({ ...mail, to: `${name} <${ally}>` }),
]

const furtherAttempts = [
  withName(stranger),
  withName("ada\uff20example.test"),
  withName("ada\ufe6bexample.test"),
  withName("ada%40example.test"),
  withName("=?utf-8?q?ada=40example.test?="),
  withName("=?utf-8?b?YWRhQGV4YW1wbGUudGVzdA==?="),
  withField("list_ids", [1]),
  withField("segment_id", 1),
  withField("contact_ids", [1]),
  withField("cc_contact_id", 7),
  withField("audience", "all"),
  withField("phone", "004915112345678"),
  withField("cc", "ada\uff20example.test"),
  withField("bcc", "ada%40example.test"),
  withField("to\u200b", stranger),
  withField("__proto__", null),
  withField("subject", { bcc: stranger }),
  withField("subject", `Hello\r\nBcc: ${stranger}`),
  withField("from", [stranger]),
  withField("tags", [stranger]),
  withField("headers", { "X-Order": { bcc: stranger } }),
  withField("headers", { "X-Order": `7\r\nBcc: ${stranger}` }),
  withHeader("X-MC-BccAddress", stranger),
  withHeader("X-MSYS-API", '{"bcc":[1]}'),
  withHeader("X-SMTPAPI", "{}"),
  withHeader("Apparently-To", stranger),
  withHeader("Disposition-Notification-To", stranger),
  withHeader("Return-Receipt-To", stranger),
  withHeader("Errors-To", stranger),
  withHeader("X-Unheard-Of", `{"also":"${stranger}"}`),
  withHeader("X-Unheard-Of", "ada%40example.test"),
  withHeader("X-Unheard-Of", "=?utf-8?q?ada=40example.test?="),
  withHeader("X-Copy-To", "contact-7"),
  withHeader("X-Acme-Recipients", "list-7"),
  withCallHeader("X-Original-URL", "/v1/my/messages"),
  withCallHeader("X-Rewrite-URL", "/v1/my/messages"),
  withCallHeader("X-Forwarded-Path", "/v1/my/messages"),
  withCallHeader("X-Forwarded-Prefix", "/v1/my"),
  withCallHeader("X-Forwarded-Host", "example.test"),
  withCallHeader("X_HTTP_Method_Override", "PATCH"),
  withCallHeader("X-HTTP-Method", "PATCH"),
  withCallHeader("X-Amz-Target", "SendMessage"),
  withCallHeader("SOAPAction", "send"),
  withCallHeader("X-Operation", "messages.send"),
  withCallHeader("X-Endpoint", "messages"),
  withCallHeader("X-Unheard-Of", "/v1/my/messages"),
  withCallHeader("X-Unheard-Of", "%2Fv1%2Fmy%2Fmessages"),
  withCallHeader("X-Unheard-Of", "PATCH"),
  withPath("/v1/my/lists%3f/../messages"),
  withPath("/v1/my/lists%3Fx%2F..%2F..%2Fmessages"),
  withPath("/v1/my/lists%23/../messages"),
  withPath("/v1/my/lists%253f%2f..%2fmessages"),
  withPath("/v1/my/messages/..;/lists"),
  withPath("/v1/my/lists/..;/messages"),
  withPath("/v1/my/messages;/../lists"),
  withPath("/v1/my/messages%2f..%2flists"),
  withPath("/v1/my/messages/..%5clists"),
  withPath("/v1/my/messages//../lists"),
  withPath("/v1/my/messages/%c0%ae%c0%ae/lists"),
  withPath("/v1/my/messages/%u002e%u002e/lists"),
  withPath("/v1/my/messages%ef%bc%8f..%ef%bc%8flists"),
  withPath("/v1/my/messages/v1/my/lists"),
  withPath("/v1/my/lists?r=/v1/my/messages"),
  withPath("/v1/my/lists?_method=PATCH"),
  withPath("/v1/my/lists?X-HTTP-Method-Override=PATCH"),
  withPath("/v1/my/webhooks/1%2f..%2f..%2fmessages%3f/test"),
]

describe("a guard cannot be bypassed by", () => {
  it.each([...Object.entries(attempts), ...furtherAttempts])("%s", async (_, attempt) => {
    const mock = await service()
    const mas = client(mock)
    const error: unknown = await Promise.resolve()
      .then(() => attempt(mas, mock))
      .then(
        () => expect.fail("it was sent"),
        (error: unknown) => error,
      )
    expect(error).toMatchObject({ name: expect.stringMatching(/^(RecipientRefusedError|InvalidArgumentError)$/) })
    expect(mock.world.requests.list()).toEqual([])
    expect(mock.world.messages.list()).toEqual([])
  })
})

describe("a body that changes while it is read", () => {
  it("is checked as it is sent", async () => {
    const mock = await service()
    let reads = 0
    const changing = {
      ...mail,
      get to() {
        return reads++ === 0 ? ally : stranger
      },
    }
    await client(mock)
      .messages.send(changing)
      .then(null, () => {})
    expect(mock.world.messages.list().filter(({ to }) => to !== ally)).toEqual([])
  })
})

describe("a copy of a client", () => {
  it("can add a guard, and repeat the same rules with other options", async () => {
    const mock = await service()
    const recipients = { allow: [ally] }
    const guarded = client(mock, { recipients: undefined }).withOptions({ recipients })
    await expect(guarded.messages.send(body)).rejects.toMatchObject({ code: "recipient_refused" })
    await guarded.withOptions({ recipients, timeout: 5_000 }).messages.send({ ...mail, to: ally })
    expect(() => guarded.withOptions({ recipients: { allow: [] } })).toThrow(
      "recipients is set already (the option recipients) and cannot be changed: make a new Mas for other rules",
    )
  })
})

describe("a retried call", () => {
  it("is checked once and goes to the same recipient each time", async () => {
    const mock = await service()
    mock.world.faults.add({ status: 503, method: "POST", times: 2 })
    const mas = client(mock, { recipients: { redirectTo: "dev@acme.test" } })
    await mas.messages.send(body)
    expect(mock.world.requests.list().map(({ request_body }) => request_body)).toEqual(
      Array(3).fill(expect.objectContaining({ to: "dev@acme.test" })),
    )
    expect(mock.world.messages.list()).toHaveLength(1)
  })
})

describe("a guard lets through", () => {
  it("a token in a header, and a service below a path", async () => {
    const mock = await service()
    const headers = { "X-Gateway-Key": "v1ab+5c/my9==" }
    await client(mock, { headers }).messages.send({ ...mail, to: ally })
    const requests: string[] = []
    const fetch = async (url: unknown) => {
      requests.push(new URL(String(url)).pathname)
      return Response.json({}, { status: 201 })
    }
    const below = new Mas({
      baseUrl: "https://api.acme.test/v1/mas/",
      apiKey: "maskey_live_mock",
      fetch,
      recipients: { allow: [ally] },
    })
    await below.messages.send({ ...mail, to: ally })
    await expect(below.messages.send(body)).rejects.toMatchObject({ code: "recipient_refused" })
    expect(requests).toEqual(["/v1/mas/v1/my/messages"])
  })

  it("the contract's fields and headers, and those of tracing", async () => {
    const mock = await service()
    const headers = { traceparent: "00-1-2-01", "X-Request-Id": "7", "X-Forwarded-For": "192.0.2.1", "CF-Ray": "a/b" }
    const mas = client(mock, { headers })
    await mas.messages.send({
      channel: "email",
      to: ally,
      subject: "Hello",
      html: "<p>Write to ada@example.test</p>",
      body: "Write to ada@example.test",
      from: "Acme <hello@acme.test>",
      reply_to: "answers@example.test",
      headers: {
        "List-Unsubscribe": "<mailto:leave@example.test>",
        "In-Reply-To": "<1@example.test>",
        "X-Order": "1001",
        "X-Owner": ally,
      },
      tags: { order: "ada@example.test" },
      data: { friends: [{ email: stranger }] },
    })
    await mas.request("POST /v1/my/lists/", { body: { name: "New" } }).catch(() => {})
    await mas.webhooks.update(1, { enabled: true } as never).catch(() => {})
    expect(mock.world.requests.list()).toHaveLength(3)
    expect(mock.world.messages.list().map(({ to }) => to)).toEqual([ally])
  })
})
