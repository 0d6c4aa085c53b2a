import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type MockServer, startMockServer } from "../../../mock-server/index.ts"
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

  it("says that the service has no call for it", async () => {
    const elsewhere = new Home({ MAS_BASE_URL: "https://api.example.test", MAS_API_KEY: "k" }, async () =>
      Response.json({ code: 404, message: "Not found", error: true }, { status: 404 }),
    )
    const { code, out, err } = await elsewhere.run(["webhooks", "resend", "1"])
    elsewhere.remove()
    expect([code, out, JSON.parse(err).error.code]).toEqual([1, "", "not_supported"])
  })
})
