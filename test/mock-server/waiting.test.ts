import { describe, expect, it, onTestFinished } from "vitest"
import { startMockServer } from "../../mock-server/index.ts"
import { fakeHost } from "../support/fake-host.ts"
import { mock } from "../support/mock.ts"
import { startReceiver, status } from "../support/receiver.ts"

const control = { key: null }
const mail = { channel: "email", to: "ana@example.test", subject: "Your receipt", html: "x" }

async function start() {
  const server = await startMockServer({ port: 0, allowLocalWebhooks: true })
  onTestFinished(server.close)
  const headers = { Authorization: `Bearer ${server.apiKey}`, "Content-Type": "application/json" }
  const post = (path: string, body: object) =>
    fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) })
  const wait = async (path: string) => {
    const response = await fetch(`${server.controlUrl}${path}`)
    return { status: response.status, body: await response.json() }
  }
  return { server, post, wait }
}

describe("GET /_mock/…/wait", () => {
  it("answers once enough messages exist, sent by another program meanwhile", async () => {
    const { post, wait } = await start()
    const waiting = wait("/messages/wait?to=ana@*&status=sent&count=2&timeout=30s")
    await post("/v1/my/messages", { ...mail, to: "ben@example.test" })
    for (let n = 0; n < 2; n++) await post("/v1/my/messages", mail)
    const { status, body } = await waiting
    expect([status, body.map(({ id }: { id: number }) => id)]).toEqual([200, [2, 3]])
  })

  it("answers at once if they already exist, and counts only those after `after`", async () => {
    const { post, wait } = await start()
    await post("/v1/my/messages", mail)
    expect((await wait("/messages/wait")).body).toHaveLength(1)
    const waiting = wait("/messages/wait?after=1")
    await post("/v1/my/messages", mail)
    expect((await waiting).body).toMatchObject([{ id: 2 }])
  })

  it("waits for requests and for webhook attempts", async () => {
    const { post, wait } = await start()
    const receiver = await startReceiver(status(200))
    onTestFinished(receiver.close)
    const response = wait("/requests/wait?method=POST&path=/v1/my/messages")
    const attempted = wait("/deliveries/wait?event_type=email.delivered")
    await post("/v1/my/webhooks", { url: receiver.url, events: ["email.delivered"] })
    await post("/v1/my/messages", mail)
    expect((await response).body).toMatchObject([{ endpoint: "messages.send", status: 201 }])
    expect((await attempted).body).toMatchObject([{ event_type: "email.delivered", response_status: 200 }])
  })

  it("detects the effect of a control call", async () => {
    const { server, post, wait } = await start()
    await server.world.clock.set({ mode: "frozen" })
    server.world.outcomes.add({ to: "*", outcome: "failed", after: "1h" })
    await post("/v1/my/messages", mail)
    const waiting = wait("/messages/wait?status=failed")
    await server.world.advance("1h")
    expect((await waiting).body).toMatchObject([{ id: 1, status: "failed" }])
  })

  it("is 408 at the timeout, and names the nearest miss", async () => {
    const { hostClock, pass, settle } = fakeHost(0)
    const { call } = mock({ hostClock })
    await call("POST", "/v1/my/messages", { body: mail })
    let answered = false
    const waiting = call("GET", "/_mock/messages/wait?to=ana@example.test&subject=Hello&timeout=10s", control)
    void waiting.then(() => {
      answered = true
    })
    await settle()
    await pass(9_999)
    expect(answered).toBe(false)
    await pass(1)
    const { status, body } = await waiting
    expect([status, body.error_code]).toEqual([408, "timeout"])
    expect(body.message).toBe(
      '0 of 1 message with to "ana@example.test", subject "Hello" came in time. The nearest is message 1: subject is "Your receipt", not "Hello".',
    )
  })

  it("continues through a reset and a rewind, and ends with its world", async () => {
    const { server, post, wait } = await start()
    const waiting = wait("/messages/wait?timeout=30s")
    server.world.reset()
    await post("/v1/my/messages", mail)
    expect((await waiting).status).toBe(200)
    const other = server.world.worlds.create()
    const ending = fetch(`${other.url}/_mock/messages/wait?timeout=30s`)
    await server.world.requests.wait({ count: 1 })
    await fetch(`${other.url}/_mock/clock`)
    other.worlds.remove(other.id)
    expect((await ending).status).toBe(404)
  })

  it("ends when the server closes", async () => {
    const { server } = await start()
    const waiting = fetch(`${server.controlUrl}/messages/wait?timeout=10m`)
    await fetch(`${server.controlUrl}/clock`)
    await server.close()
    expect((await waiting).status).toBe(408)
  })

  it.each(["count=0", "count=x", "timeout=soon", "timeout=11m", "limit=1", "colour=red"])(
    "refuses ?%s",
    async (query) => {
      expect((await mock().call("GET", `/_mock/messages/wait?${query}`, control)).status).toBe(422)
    },
  )

  it("is also a method of the world, and a filter of the list", async () => {
    const { call, control: world } = mock()
    await call("POST", "/v1/my/messages", { body: mail })
    await call("POST", "/v1/my/messages", { body: { ...mail, to: "ben@example.test" } })
    expect(await world.messages.wait({ subject: "your receipt", count: 2 })).toHaveLength(2)
    expect(await world.deliveries.wait({ timeout: 0 }).catch(({ status }) => status)).toBe(408)
    expect(world.messages.list({ to: "ben@*" })).toMatchObject([{ id: 2 }])
    expect(world.messages.list({ status: "sent", limit: 1 })).toMatchObject([{ id: 2 }])
  })
})
