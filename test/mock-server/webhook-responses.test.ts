import { describe, expect, it, onTestFinished } from "vitest"
import { AttemptLog } from "../../mock-server/world/attempt-log.ts"
import { mock } from "../support/mock.ts"
import { type Responder, startReceiver } from "../support/receiver.ts"
import { mockWithEndpoint } from "../support/webhook-stub.ts"

/** The stored response of one attempt to a receiver that answers like this. */
async function attemptTo(respond: Responder) {
  const receiver = await startReceiver(respond)
  const m = mock({ allowLocalWebhooks: true })
  onTestFinished(receiver.close)
  onTestFinished(m.service.close)
  await m.call("POST", "/v1/my/webhooks", { body: { url: receiver.url, events: ["email.sent"] } })
  await m.call("POST", "/v1/my/messages", { body: { channel: "email", to: "a@b.test", subject: "x", html: "x" } })
  await m.advance(0)
  const { body } = await m.call("GET", "/_mock/deliveries", { key: null })
  return { attempt: body[0], m }
}

describe("the response of a receiver", () => {
  it("is stored with the attempt: status, headers and body", async () => {
    const { attempt } = await attemptTo((response) =>
      response
        .writeHead(503, { "Content-Type": "text/plain", "Retry-After": "5", Via: ["a", "b"] })
        .end("Grüße: later"),
    )
    expect(attempt).toMatchObject({
      response_status: 503,
      response: {
        headers: { "content-type": "text/plain", "retry-after": "5", via: "a, b" },
        body: "Grüße: later",
        truncated: false,
      },
    })
  })

  it.each([
    ["exactly the limit", "x".repeat(8_192), "x".repeat(8_192), false],
    ["more", "x".repeat(8_193), "x".repeat(8_192), true],
    ["far more", "y".repeat(1_000_000), "y".repeat(8_192), true],
    ["text cut inside its last character", `x${"ä".repeat(5_000)}`, `x${"ä".repeat(4_095)}`, true],
  ])("is stored up to 8 KiB of the body: %s", async (_what, sent, body, truncated) => {
    const { attempt } = await attemptTo((response) => response.writeHead(200).end(sent))
    expect([attempt.response.body.length, attempt.response.truncated]).toEqual([body.length, truncated])
    expect(attempt.response.body).toBe(body)
  })

  it("is shown with secrets redacted", async () => {
    const { attempt } = await attemptTo((response) =>
      response.writeHead(200, { "Set-Cookie": "sid=1234", "X-Api-Key": "5678" }).end("key maskey_live_secret1"),
    )
    expect(JSON.stringify(attempt.response)).not.toMatch(/1234|5678|secret1/)
    expect(attempt.response.headers).toMatchObject({ "set-cookie": expect.any(String) })
  })

  it("is null if there is none", async () => {
    const { attempt } = await attemptTo((_response, _request, incoming) => incoming.socket.destroy())
    expect([attempt.response_status, attempt.response]).toEqual([null, null])
    const stub = mockWithEndpoint()
    await stub.addWebhook(["email.sent"])
    await stub.send("a@b.test")
    expect(stub.control.deliveries.list()[0]?.response).toBeNull()
  })

  it("is in a snapshot", async () => {
    const { attempt, m } = await attemptTo((response) => response.writeHead(200, { "X-A": "b" }).end("ok"))
    const state = JSON.parse(JSON.stringify(m.control.state.snapshot()))
    m.control.reset()
    m.control.state.restore(state)
    expect((await m.call("GET", "/_mock/deliveries", { key: null })).body).toEqual([attempt])
  })

  it("has a total size limit: the oldest are dropped, but not their attempts", { tags: "slow" }, () => {
    const log = new AttemptLog()
    const facts = {
      webhook_id: 1,
      delivery_id: 1,
      number: 1,
      at: 0,
      url: "https://hooks.example.com/",
      secret: "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz",
      event_id: "evt_1",
      event_type: "email.sent",
      body: "{}",
    }
    const response = { headers: { server: "x".repeat(994) }, body: "x".repeat(7_192), truncated: false }
    const outcome = { status: 200, duration: 1, response }
    for (let count = 0; count < 12_000; count++) log.add({ facts, outcome })
    const sizeOf = (each: AttemptLog) => each.list().filter((one) => "response" in one.outcome).length
    expect([log.list().length, sizeOf(log)]).toEqual([10_000, 1_024])
    expect(log.list().at(-1)?.outcome).toEqual(outcome)
    const copy = new AttemptLog()
    copy.load(log.dump())
    for (const each of [log, copy]) for (let count = 0; count < 500; count++) each.add({ facts, outcome })
    expect(copy.list()).toEqual(log.list())
    expect(sizeOf(copy)).toBe(1_024)
  })
})
