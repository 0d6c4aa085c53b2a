import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { nodeWebhookHandler } from "../../../sdk/webhooks/index.ts"
import { homeWithService } from "../own/run.ts"

const secret = `whsec_${Buffer.from("a secret of 24 bytes ...").toString("base64")}`
const sandbox = homeWithService({ allowLocalWebhooks: true })
const run = sandbox.run
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
  await sandbox.close()
})

it("mas webhooks --help has three headings, with every verb below one", async () => {
  const { out } = await run(["webhooks", "--help"])
  expect(out.match(/^[A-Z][\w ]+:(?=$)/gm)).toEqual(["My receiver:", "My endpoint:", "Past events:"])
})

describe("mas webhooks health and catch-up", () => {
  it("report a disabled endpoint, and have nothing to catch up on", async () => {
    const events = "email.bounced,email.complained,email.failed"
    await run(["webhooks", "create", "--url", url, "--events", events])
    const well = await run(["webhooks", "health", "--output", "json", "--fail-after", "6h"])
    expect([well.code, well.err, well.json]).toEqual([0, expect.stringContaining("1 endpoint: no problem."), []])
    const [{ id }] = (await run(["webhooks", "list"])).json
    await run(["webhooks", "update", String(id), "--no-enabled"])
    const { code, json } = await run(["webhooks", "health", "--output", "json"])
    expect([code, json.map(({ kind }: { kind: string }) => kind)]).toEqual([1, ["off", "unheard"]])
    const none = await run(["webhooks", "catch-up", String(id), "--since", "6h", "--to", url])
    expect([none.code, none.out, none.err]).toEqual([10, "", expect.stringContaining("has missed no event since")])
  })

  it("end with 1 where there is no endpoint, and where none listens to an asked type", async () => {
    const { run, close } = homeWithService({ allowLocalWebhooks: true })
    const none = await run(["webhooks", "health", "--output", "json"])
    expect([none.code, none.json]).toMatchObject([1, [{ kind: "no-endpoint", endpoint: null }]])
    expect(none.err).not.toContain("no problem")
    const creation = await run(["webhooks", "create", "--url", url, "--events", "email.opened"])
    const deaf = await run(["webhooks", "health", "--output", "json", "--events", "email.bounced"])
    expect([deaf.code, deaf.json]).toMatchObject([1, [{ kind: "unheard", endpoint: null }]])
    await run(["webhooks", "delete", String(creation.json.id), "--yes"])
    expect((await run(["webhooks", "health", "--output", "json", "--events", "email.opened"])).json).toMatchObject([
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
      (await run(["webhooks", "health", "--output", "json", "--since", since])).json.map(
        ({ kind }: { kind: string }) => kind,
      )
    expect(await kinds("2h")).toContain("failed")
    expect(await kinds("1m")).not.toContain("failed")
    service.world.requests.clear()
    for (const verb of [["health"], ["catch-up", "1", "--to", "http://127.0.0.1:9/"]])
      for (const since of ["2026-02-30", "Nov 27", "1700000000"]) {
        const { code, err } = await run(["webhooks", ...verb, "--since", since])
        expect([code, err]).toEqual([6, expect.stringContaining("--since")])
      }
    expect(service.world.requests.list()).toEqual([])
    await close()
  })
})
