import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { newestDelivery } from "../../../cli/commands/webhooks/resend.ts"
import { type MockServer, startMockServer } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"
import { startReceiver } from "../../support/receiver.ts"
import { Home, rowsIn, sendMail } from "../own/run.ts"

const options = { clock: "frozen", now: "2020-01-01T00:00:00Z", allowLocalWebhooks: true } as const
let server: MockServer
let home: Home
let app: Awaited<ReturnType<typeof startReceiver>>
let statuses: number[]
beforeEach(async () => {
  server = await startMockServer({ port: 0, ...options })
  home = new Home({ MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey })
  statuses = []
  app = await startReceiver((response) => response.writeHead(statuses.shift() ?? 204).end())
})
afterEach(async () => {
  home.remove()
  await app.close()
  await server.close()
})

const listen = (...words: string[]) => home.start(["webhooks", "listen", ...words])
const send = () => home.run(sendMail)

describe("mas webhooks resend", () => {
  it("makes the mock server resend a delivery", async () => {
    const running = listen("--events", "email.sent", "--count", "2")
    await running.stderr.until(/Listening on/)
    await send()
    await running.stdout.until(/email\.sent/)
    const { code, json } = await home.run(["webhooks", "resend", "1"])
    expect([code, json.id]).toEqual([0, 2])
    const [first, again] = rowsIn((await running.ended).out)
    expect([again.id, again.attempt]).toEqual([first.id, 1])
    expect((await home.run(["webhooks", "resend", "99"])).code).toBe(4)
  })

  it("finds the newest delivery of all endpoints", async () => {
    const rows = { 1: ["2026-03-01", "2026-01-01"], 2: ["2026-03-02"], 3: [] }
    const fetch = async (input: Parameters<typeof globalThis.fetch>[0]) => {
      const [, endpoint] = /webhooks\/(\d)\/deliveries/.exec(String(input instanceof Request ? input.url : input)) ?? []
      const list =
        endpoint === undefined
          ? Object.keys(rows).map((id) => ({ id: Number(id) }))
          : rows[endpoint as unknown as keyof typeof rows].map((day) => ({ created_at: `${day}T00:00:00Z` }))
      return Response.json(list)
    }
    const client = new Mas({ baseUrl: "https://api.example.test", apiKey: "k", fetch })
    const delivery = await newestDelivery(client, new AbortController().signal)
    expect(delivery?.created_at).toBe("2026-03-02T00:00:00Z")
  })

  it("says that the service has no call for it", async () => {
    const elsewhere = new Home({ MAS_BASE_URL: "https://api.example.test", MAS_API_KEY: "k" }, async () =>
      Response.json({ code: 404, message: "Not found", error: true }, { status: 404 }),
    )
    const { code, out, err } = await elsewhere.run(["webhooks", "resend", "1"])
    elsewhere.remove()
    expect([code, out, JSON.parse(err).error.code]).toEqual([1, "", "not_supported"])
  })
})
