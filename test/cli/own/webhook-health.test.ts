import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { nodeWebhookHandler } from "../../../sdk/webhooks/index.ts"
import { homeWithService } from "./run.ts"

const secret = `whsec_${Buffer.from("a secret of 24 bytes ...").toString("base64")}`
const place = homeWithService({ allowLocalWebhooks: true })
const run = place.run
let server: Server
let url: string

beforeAll(async () => {
  server = createServer(nodeWebhookHandler({ secret, onEvent: () => {}, onError: () => {} }))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
})
afterAll(async () => {
  server.close()
  server.closeAllConnections()
  await place.close()
})

describe("mas webhooks check", () => {
  it("prints a line for each thing that it tried, and ends with 0 if none failed", async () => {
    const { code, json } = await run(["webhooks", "check", url], { env: { MAS_WEBHOOK_SECRET: secret } })
    expect(code).toBe(0)
    expect(json[0]).toMatchObject({ name: "signed", outcome: "held" })
  })

  it("ends with 1 if a line failed, with the reason", async () => {
    const env = { MAS_WEBHOOK_SECRET: `whsec_${Buffer.from("another secret, 24 bytes").toString("base64")}` }
    const { code, json } = await run(["webhooks", "check", url], { env })
    expect([code, json[0]]).toMatchObject([1, { name: "signed", outcome: "failed", found: "It answered 400." }])
  })

  it("has no timeout with --timeout 0, like calls", async () => {
    const env = { MAS_WEBHOOK_SECRET: secret }
    expect((await run(["webhooks", "check", url, "--timeout", "0"], { env })).code).toBe(0)
  })
})

describe("mas webhooks health and replay", () => {
  it("report a disabled endpoint, and have nothing to replay", async () => {
    const events = "email.bounced,email.complained,email.failed"
    await run(["webhooks", "create", "--url", url, "--events", events])
    const well = await run(["webhooks", "health", "--fail-after", "6h"])
    expect([well.code, well.err, well.json]).toEqual([0, expect.stringContaining("1 endpoint: no problem."), []])
    const [{ id }] = (await run(["webhooks", "list"])).json
    await run(["webhooks", "update", String(id), "--no-enabled"])
    const { code, json } = await run(["webhooks", "health"])
    expect([code, json.map(({ kind }: { kind: string }) => kind)]).toEqual([1, ["off", "unheard"]])
    const replayed = await run(["webhooks", "replay", String(id), "--since", "6h", "--to", url])
    expect([replayed.code, replayed.out]).toEqual([0, ""])
  })

  it("end with 1 where there is no endpoint, and where none listens to an asked type", async () => {
    const { run, close } = homeWithService({ allowLocalWebhooks: true })
    const none = await run(["webhooks", "health"])
    expect([none.code, none.json]).toMatchObject([1, [{ kind: "no-endpoint", endpoint: null }]])
    expect(none.err).not.toContain("no problem")
    const made = await run(["webhooks", "create", "--url", url, "--events", "email.opened"])
    const deaf = await run(["webhooks", "health", "--events", "email.bounced"])
    expect([deaf.code, deaf.json]).toMatchObject([1, [{ kind: "unheard", endpoint: null }]])
    await run(["webhooks", "delete", String(made.json.id), "--yes"])
    expect((await run(["webhooks", "health", "--events", "email.opened"])).json).toMatchObject([
      { kind: "no-endpoint" },
    ])
    await close()
  })

  it("use the service's clock for --since", async () => {
    const { service, run, close } = homeWithService({ allowLocalWebhooks: true })
    await run(["webhooks", "create", "--url", "http://127.0.0.1:9/", "--events", "email.sent"])
    await run(["messages", "send", "--channel", "email", "--to", "a@b.test", "--subject", "Hi", "--body", "Hello"])
    await service.world.advance("36h")
    const kinds = async (since: string) =>
      (await run(["webhooks", "health", "--since", since])).json.map(({ kind }: { kind: string }) => kind)
    expect(await kinds("2h")).toContain("failed")
    expect(await kinds("1m")).not.toContain("failed")
    await close()
  })
})
