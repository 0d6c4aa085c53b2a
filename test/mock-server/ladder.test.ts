import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { verifyWebhook } from "../../sdk/webhooks/index.ts"

const minute = 60
const hour = 60 * minute
/** The times of a delivery's seven attempts, in seconds after the event. */
const ladder = [0, 1 * minute, 6 * minute, 36 * minute, 2.6 * hour, 10.6 * hour, 34.6 * hour]

interface Arrival {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver with a settable response, and the mock server that sends to it, each on a real socket. */
class Setting {
  readonly arrivals: Arrival[] = []
  status = 500
  secret = ""

  private constructor(
    readonly server: MockServer,
    readonly receiver: Server,
  ) {}

  static async open(): Promise<Setting> {
    const server = await startMockServer({
      port: 0,
      clock: "frozen",
      now: "2026-03-01T12:00:00.000Z",
      allowLocalWebhooks: true,
    })
    const receiver = createServer()
    const setting = new Setting(server, receiver)
    receiver.on("request", async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      setting.arrivals.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(setting.status).end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
    const { port } = receiver.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/hook`
    const { secret } = await setting.call("POST", "/v1/my/webhooks", { url, events: ["email.bounced"] })
    setting.secret = secret
    return setting
  }

  async close(): Promise<void> {
    await this.server.close()
    this.receiver.closeAllConnections()
    await new Promise((resolve) => this.receiver.close(resolve))
  }

  async call(method: string, path: string, body?: unknown) {
    const response = await fetch(`${this.server.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.server.apiKey}`, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return response.json()
  }

  /** An event of the endpoint's one type; a label keeps each address from being suppressed. */
  event(label: string): Promise<unknown> {
    const to = `bounced+${label}@simulator.test`
    return this.call("POST", "/v1/my/messages", { channel: "email", to, subject: "Hello", body: "Hello" })
  }

  /** The timestamp of each arrival, in seconds since the world's start. */
  get times(): number[] {
    const start = Date.parse("2026-03-01T12:00:00.000Z") / 1_000
    return this.arrivals.map(({ headers }) => Number(headers["webhook-timestamp"]) - start)
  }
}

let setting: Setting

beforeEach(async () => {
  setting = await Setting.open()
})

afterEach(async () => {
  await setting.close()
})

describe("an endpoint on a real socket", () => {
  it("gets seven signed attempts at their seconds, with one id and one body, and no eighth [34.2]", async () => {
    await setting.event("a")
    await setting.server.world.advance("6d")
    expect(setting.times).toEqual(ladder)
    expect(new Set(setting.arrivals.map(({ headers }) => headers["webhook-id"])).size).toBe(1)
    expect(new Set(setting.arrivals.map(({ body }) => body)).size).toBe(1)
    for (const { headers, body } of setting.arrivals) {
      const now = new Date(Number(headers["webhook-timestamp"]) * 1_000)
      expect(verifyWebhook(body, headers, setting.secret, { now }).type).toBe("email.bounced")
    }
    const [delivery] = await setting.call("GET", "/v1/my/webhooks/1/deliveries")
    expect(delivery).toMatchObject({ status: "failed", attempts: 7, last_response_status: 500 })
  })

  it("is disabled at 94 h 36 min by deliveries from 0, 30 and 60 h on, and never sent later events [34.4]", async () => {
    const { world } = setting.server
    await setting.event("a")
    await world.advance("30h")
    await setting.event("b")
    await world.advance("30h")
    await setting.event("c")
    await world.advance({ to: new Date(Date.parse("2026-03-05T10:36:00.000Z") - 1) })
    expect(await setting.call("GET", "/v1/my/webhooks/1")).toMatchObject({ enabled: true, status: "failing" })
    await world.advance(1)
    expect(await setting.call("GET", "/v1/my/webhooks/1")).toMatchObject({ enabled: false, status: "disabled" })
    const expected = [0, 30, 60].flatMap((begun) => ladder.map((after) => begun * hour + after))
    expect(setting.times).toEqual(expected.sort((a, b) => a - b))
    const mails = world.serviceMail().filter(({ to }) => to === "owner@acme.test")
    expect(mails).toHaveLength(1)
    await setting.event("d")
    setting.status = 204
    await setting.call("PATCH", "/v1/my/webhooks/1", { enabled: true })
    await world.advance("3d")
    expect(setting.arrivals).toHaveLength(expected.length)
    await setting.event("e")
    await world.advance(0)
    expect(setting.arrivals).toHaveLength(expected.length + 1)
  })

  it("keeps its deliveries for seven days to the second [36.8]", async () => {
    setting.status = 204
    await setting.event("a")
    await setting.server.world.advance(7 * 86_400_000 - 1)
    expect(await setting.call("GET", "/v1/my/webhooks/1/deliveries")).toHaveLength(1)
    await setting.server.world.advance(1_000)
    expect(await setting.call("GET", "/v1/my/webhooks/1/deliveries")).toHaveLength(0)
  })
})
