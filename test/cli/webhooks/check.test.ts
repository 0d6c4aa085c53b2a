import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { stripVTControlCharacters } from "node:util"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
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

describe("mas webhooks check", () => {
  it("prints sentences in a pipe and on a terminal, and last what was not checked", { tags: "slow" }, async () => {
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

  it("says first how many requests it sends, and that the receiver will log errors", async () => {
    let requests = 0
    const count = () => requests++
    server.on("request", count)
    const { err } = await run(["webhooks", "check", url], { env: { MAS_WEBHOOK_SECRET: secret } })
    server.off("request", count)
    const [, announced = ""] =
      /^Some (\d+) requests follow, right and forged: the receiver's log will show invented events and errors\.\n/.exec(
        err,
      ) ?? []
    expect(requests / Number(announced)).toBeGreaterThan(0.8)
    expect(requests / Number(announced)).toBeLessThan(1.3)
  })

  it("prints JSON when asked", async () => {
    const args = ["webhooks", "check", url, "--output", "json"]
    const { json } = await run(args, { env: { MAS_WEBHOOK_SECRET: secret } })
    expect(json[0]).toMatchObject({ name: "signed", level: "must", outcome: "passed" })
  })

  it("ends with 1 for what a receiver should do only with --strict", { tags: "slow" }, async () => {
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

  it("advises nothing when the receiver is down, since nothing could be checked", async () => {
    const env = { MAS_WEBHOOK_SECRET: secret }
    const { code, out, err } = await run(["webhooks", "check", "http://127.0.0.1:9/hooks"], { env })
    expect([code, out]).toEqual([1, expect.stringContaining("not checked: there was no response")])
    expect(err).toMatch(/1 failed, 0 advised, 0 passed, \d+ not checked\.\n$/)
  })

  it("has no timeout with --timeout 0, like calls", async () => {
    const env = { MAS_WEBHOOK_SECRET: secret }
    expect((await run(["webhooks", "check", url, "--timeout", "0"], { env })).code).toBe(0)
  })

  it("says why the work cannot be counted by an address, and that events may have been sent by then", async () => {
    const env = { MAS_WEBHOOK_SECRET: secret }
    let counts = 0
    const counting = createServer(({ url }, response) => {
      const [status, text] = url === "/words" ? [200, "many"] : [counts++ === 0 ? 200 : 500, "0"]
      response.writeHead(status).end(text)
    })
    await new Promise<void>((resolve) => counting.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => {
      counting.close()
      counting.closeAllConnections()
    })
    const at = `http://127.0.0.1:${(counting.address() as AddressInfo).port}`
    for (const [effect, why] of [
      [`${at}/words`, 'must print only a whole number; it printed "many"'],
      [`${at}/breaks`, "responded with 500"],
      ["http://127.0.0.1:2/", "did not respond: connection refused"],
    ] as const) {
      const { code, out, err } = await run(["webhooks", "check", url, "--effect", effect], { env })
      const { message, hint } = JSON.parse(err.trimEnd().split("\n").at(-1) ?? "").error
      expect([code, out, message]).toEqual([6, "", `--effect ${why}`])
      expect(hint).toBe("Events of the check may have reached the receiver.")
    }
    expect(counts).toBe(2)
  })

  it("ends at once when it is interrupted while it waits for a response", async () => {
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => {
      silent.close()
      silent.closeAllConnections()
    })
    const words = ["webhooks", "check", `127.0.0.1:${(silent.address() as AddressInfo).port}`]
    const running = sandbox.home.start(words, { env: { MAS_WEBHOOK_SECRET: secret } })
    silent.once("connection", () => running.interrupt())
    const { code, err } = await running.ended
    expect([code, err]).toEqual([130, expect.stringContaining("Events of the check may have reached the receiver.")])
  })
})
