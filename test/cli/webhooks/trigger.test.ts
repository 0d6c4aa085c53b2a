import { writeFileSync } from "node:fs"
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { verifyWebhook } from "../../../sdk/webhooks/verify.ts"
import { allTypes } from "../../support/webhook-stub.ts"
import { homeWithService } from "../own/run.ts"

const secret = `whsec_${Buffer.from("a secret of 24 bytes ...").toString("base64")}`
const sandbox = homeWithService({ allowLocalWebhooks: true })
const env = { MAS_WEBHOOK_SECRET: secret }
const run = sandbox.run

/** What the receiver got, and its response status. */
let got: { headers: IncomingHttpHeaders; body: Buffer }[] = []
let status = 204
let server: Server
let url: string

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    got.push({ headers: request.headers, body: Buffer.concat(parts) })
    response.writeHead(status).end(status === 204 ? undefined : "no, thanks")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
})
afterEach(() => {
  got = []
  status = 204
})
afterAll(async () => {
  server.close()
  await sandbox.close()
})

const trigger = (...words: string[]) => run(["webhooks", "trigger", ...words, "--to", url], { env })
const sent = () => JSON.parse(String(got[0]?.body))

describe("mas webhooks trigger", () => {
  it.each(allTypes)("sends a sample of %s that verifies", async (type) => {
    const { code, json } = await trigger(type)
    expect([code, json.acknowledged, json.status, json.type]).toEqual([0, true, 204, type])
    const [request] = got
    expect(verifyWebhook(request?.body ?? "", request?.headers ?? {}, secret)).toMatchObject({ type, id: json.id })
    expect(request?.headers).toMatchObject({ "content-type": "application/json", "webhook-id": json.id })
  })

  it("sets single fields: text fields stay text, other values have the type that they look like", async () => {
    await trigger("email.bounced", "--set", "bounce.type=soft", "--set", "subject=123", "--set", "data.message_id=77")
    expect(sent().data).toMatchObject({ bounce: { type: "soft", subtype: "general" }, subject: "123", message_id: 77 })
  })

  it("sets an element of a list, and a field of an object in it", async () => {
    await trigger("email.sent", "--data", '{"a":["x","y"],"b":[{"c":1}]}', "--set", "a.1=z", "--set", "b.0.d=2")
    expect(sent().data).toEqual({ a: ["x", "z"], b: [{ c: 1, d: 2 }] })
  })

  it("keeps commas and equals signs in a field", async () => {
    await trigger("email.clicked", "--set", "url=https://acme.test/?a=1,2", "--set", "tags.order=7")
    expect(sent().data).toMatchObject({ url: "https://acme.test/?a=1,2", tags: { order: "7" } })
  })

  it.each(["tags..order=1", "=1", "tags.__proto__=1"])(
    "refuses a field without a name, and sends nothing: %s",
    async (set) => {
      const { code, err } = await trigger("email.clicked", "--set", set)
      expect([code, err.includes("names no field"), got]).toEqual([6, true, []])
    },
  )

  it("reads the data from a file, or the whole event", async () => {
    writeFileSync(join(sandbox.home.folder, "data.json"), '{"to": "eve@example.test"}')
    await trigger("email.opened", "--data", "@data.json", "--set", "extra=1")
    expect(sent().data).toEqual({ to: "eve@example.test", extra: 1 })
    got = []
    const event = { type: "email.opened", timestamp: "2026-01-01T00:00:00.000Z", data: { to: "x@example.test" } }
    await trigger("email.opened", "--input", JSON.stringify(event))
    expect(sent()).toEqual(event)
  })

  it("ends with 1 if it is not acknowledged, and shows the response", async () => {
    status = 500
    const { code, json } = await trigger("email.sent")
    expect([code, json.acknowledged, json.status, json.response]).toEqual([1, false, 500, "no, thanks"])
  })

  it("asks whether the receiver has the secret, if its status suggests a wrong one", async () => {
    for (status of [400, 401, 500]) {
      const { err } = await trigger("email.sent")
      expect(err.includes("Does it use this secret?")).toBe(status < 500)
    }
  })

  it("has no timeout with --timeout 0, like calls", async () => {
    expect(await trigger("email.sent", "--timeout", "0")).toMatchObject({ code: 0 })
  })

  it("ends with 8 if the receiver cannot be reached", async () => {
    const { code, err } = await run(["webhooks", "trigger", "email.sent", "--to", "http://127.0.0.1:1/"], { env })
    expect(code).toBe(8)
    expect(err).toContain("connection refused")
  })

  it("ends with 130 on Ctrl-C, and says how long it waited for a response", async () => {
    const stopped = { io: { signal: AbortSignal.abort() }, env }
    expect((await run(["webhooks", "trigger", "email.sent", "--to", url], stopped)).code).toBe(130)
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
    const to = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
    const late = await run(["webhooks", "trigger", "email.sent", "--to", to, "--timeout", "10"], { env })
    silent.closeAllConnections()
    silent.close()
    expect([late.code, JSON.parse(late.err).error]).toMatchObject([
      8,
      { message: `${to} did not respond: no response within 0.01 s`, hint: expect.stringContaining("running?") },
    ])
  })

  it("shows the first 64 KiB of a long response", async () => {
    const long = createServer((_, response) => response.end("a".repeat(65_537)))
    await new Promise<void>((resolve) => long.listen(0, "127.0.0.1", resolve))
    const to = `http://127.0.0.1:${(long.address() as AddressInfo).port}/`
    const { code, json, err } = await run(["webhooks", "trigger", "email.sent", "--to", to], { env })
    long.close()
    expect([code, json.response.length, err]).toEqual([0, 65_536, "Of the response, the first 64 KiB are shown.\n"])
  })

  it("shows the signed request in a dry run and sends nothing", async () => {
    const { code, json } = await trigger("email.sent", "--dry-run", "--id", "evt_1")
    expect([code, json.url, json.headers["webhook-id"], got]).toEqual([0, url, "evt_1", []])
  })

  it("prints the same dry run each time, at the same time", async () => {
    const dry = () =>
      run(["webhooks", "trigger", "email.sent", "--to", url, "--dry-run"], { env, now: () => 1_790_000_000_000 })
    const { out, json } = await dry()
    expect([json.headers["webhook-id"], (await dry()).out]).toEqual(["made-up-for-each-call", out])
  })

  it("suggests the intended type, and names what is missing", async () => {
    expect((await trigger("email.bouncd")).code).toBe(6)
    const { code, err } = await run(["webhooks", "trigger"], { env })
    expect(code).toBe(2)
    expect(err).toMatch(/<type>.*--to/)
  })

  it("reads the secret from stdin or a file, and never shows it", async () => {
    const words = ["webhooks", "trigger", "email.sent", "--to", url, "--debug", "--secret"]
    writeFileSync(join(sandbox.home.folder, "secret"), `${secret}\n`)
    for (const { out, err, code } of [
      await run([...words, "-"], { stdin: `${secret}\n` }),
      await run([...words, "@secret"]),
    ]) {
      expect(code).toBe(0)
      expect(out + err).not.toContain(secret)
    }
  })

  it("refuses a missing or an invalid secret", async () => {
    expect(await run(["webhooks", "trigger", "email.sent", "--to", url])).toMatchObject({ code: 2, out: "" })
    const { code, err } = await run(["webhooks", "trigger", "email.sent", "--to", url, "--secret", "-"], {
      stdin: "hush",
    })
    expect(code).toBe(6)
    expect(err).not.toContain("hush")
  })
})
