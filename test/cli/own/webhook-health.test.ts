import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { stripVTControlCharacters } from "node:util"
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

it("mas webhooks --help has three headings, with every verb below one", async () => {
  const { out } = await run(["webhooks", "--help"])
  expect(out.match(/^[A-Z][\w ]+:(?=$)/gm)).toEqual(["My receiver:", "My endpoint:", "Past events:"])
})

describe("mas webhooks check", () => {
  it("prints sentences in a pipe and on a terminal, and last what was not checked", async () => {
    const env = { MAS_WEBHOOK_SECRET: secret }
    for (const terminal of [false, true]) {
      const { code, out, err } = await run(["webhooks", "check", url], { env, terminal })
      expect(code).toBe(0)
      expect(out).toContain("It accepts email.bounced.\n")
      expect(stripVTControlCharacters(out)).toMatch(
        /\? 1 not checked: it cannot be observed from outside\n {2}→ constant-time\n$/,
      )
      expect(err).toMatch(/0 failed, 0 advised, \d+ passed, 7 not checked: give --effect\.\n$/)
    }
  })

  it("prints JSON when asked", async () => {
    const args = ["webhooks", "check", url, "--output", "json"]
    const { json } = await run(args, { env: { MAS_WEBHOOK_SECRET: secret } })
    expect(json[0]).toMatchObject({ name: "signed", level: "must", outcome: "passed" })
  })

  it("ends with 1 for what a receiver should do only with --strict", async () => {
    const page = nodeWebhookHandler({ secret, onEvent: () => {}, onError: () => {} })
    const other = createServer((request, response) =>
      request.method === "POST" ? page(request, response) : response.end("A page"),
    )
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
    const args = ["webhooks", "check", `127.0.0.1:${(other.address() as AddressInfo).port}`]
    const env = { MAS_WEBHOOK_SECRET: secret }
    const mild = await run(args, { env })
    expect([mild.code, mild.out.split("\n")[0]]).toEqual([0, "! Should: It does not handle GET."])
    expect((await run([...args, "--strict"], { env })).code).toBe(1)
    other.close()
    other.closeAllConnections()
  })

  it("ends with 1 if a line failed, with the reason", async () => {
    const env = { MAS_WEBHOOK_SECRET: `whsec_${Buffer.from("another secret, 24 bytes").toString("base64")}` }
    const { code, out } = await run(["webhooks", "check", url], { env })
    const first =
      "✘ It acknowledges an event with a valid signature.\n  → It responded with 400.\n  → Is the address right"
    expect([code, out]).toEqual([1, expect.stringContaining(first)])
    expect(out.indexOf(first)).toBe(0)
  })

  it("has no timeout with --timeout 0, like calls", async () => {
    const env = { MAS_WEBHOOK_SECRET: secret }
    expect((await run(["webhooks", "check", url, "--timeout", "0"], { env })).code).toBe(0)
  })
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
    const made = await run(["webhooks", "create", "--url", url, "--events", "email.opened"])
    const deaf = await run(["webhooks", "health", "--output", "json", "--events", "email.bounced"])
    expect([deaf.code, deaf.json]).toMatchObject([1, [{ kind: "unheard", endpoint: null }]])
    await run(["webhooks", "delete", String(made.json.id), "--yes"])
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
