import { writeFileSync } from "node:fs"
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { signWebhook } from "../../../sdk/webhooks/sign.ts"
import { verifyWebhook } from "../../../sdk/webhooks/verify.ts"
import { allTypes } from "../../support/webhook-stub.ts"
import { homeWithService } from "./run.ts"

const secret = `whsec_${Buffer.from("a secret of 24 bytes ...").toString("base64")}`
const place = homeWithService({ allowLocalWebhooks: true })
const env = { MAS_WEBHOOK_SECRET: secret }
const run = place.run

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
  await place.close()
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

  it("keeps commas and equals signs in a field", async () => {
    await trigger("email.clicked", "--set", "url=https://acme.test/?a=1,2", "--set", "tags.order=7")
    expect(sent().data).toMatchObject({ url: "https://acme.test/?a=1,2", tags: { order: "7" } })
  })

  it("reads the data from a file, or the whole event", async () => {
    writeFileSync(join(place.home.folder, "data.json"), '{"to": "eve@example.test"}')
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
    writeFileSync(join(place.home.folder, "secret"), `${secret}\n`)
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

describe("mas webhooks sign and verify", () => {
  const body = '{"type":"email.sent","data":{}}'
  const seconds = 1_790_000_000
  const now = () => seconds * 1000
  const sign = (...words: string[]) =>
    run(["webhooks", "sign", "--body", body, "--id", "evt_1", "--timestamp", String(seconds), ...words], { env })
  const verify = (signature: string, words: string[] = [], at = now) =>
    run(
      [
        "webhooks",
        "verify",
        "--body",
        body,
        "--id",
        "evt_1",
        "--timestamp",
        String(seconds),
        "--signature",
        signature,
        ...words,
      ],
      { env, now: at },
    )

  it("prints the headers that the service would send", async () => {
    const { code, json } = await sign()
    expect(code).toBe(0)
    expect(json).toEqual(signWebhook({ id: "evt_1", timestamp: seconds, body, secret }))
    expect((await sign("--dry-run")).json).toEqual(json)
  })

  it("accepts a date as the timestamp, and generates what is omitted", async () => {
    const words = ["webhooks", "sign", "--body", body]
    const { json } = await run([...words, "--timestamp", "2026-01-31T09:30:00Z"], { env })
    expect(json["webhook-timestamp"]).toBe("1769851800")
    const bare = (await run(words, { env, now })).json
    expect([bare["webhook-id"], bare["webhook-timestamp"]]).toEqual([expect.stringMatching(/^evt_/), String(seconds)])
    expect((await run([...words, "--timestamp", "soon"], { env })).code).toBe(6)
  })

  it("prints the event of a valid signature", async () => {
    const { json } = await sign()
    const { code, json: event } = await verify(json["webhook-signature"])
    expect(code).toBe(0)
    expect(event).toEqual({ ...JSON.parse(body), id: "evt_1" })
  })

  it("signs and verifies bytes that are not text", async () => {
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])
    writeFileSync(join(place.home.folder, "bytes"), bytes)
    const words = ["--id", "evt_1", "--timestamp", String(seconds)]
    const { json } = await run(["webhooks", "sign", "--body", "@bytes", ...words], { env })
    expect(json).toEqual(signWebhook({ id: "evt_1", timestamp: seconds, body: bytes, secret }))
    const fromStdin = await run(["webhooks", "sign", "--body", "-", ...words], { env, stdin: bytes })
    expect(fromStdin.json).toEqual(json)
    const checked = await run(
      ["webhooks", "verify", "--body", "-", ...words, "--signature", json["webhook-signature"]],
      { env, stdin: bytes, now },
    )
    expect(checked.code).toBe(0)
  })

  it("reads secret and body from one stdin, the secret first", async () => {
    const words = ["webhooks", "sign", "--secret", "-", "--body", "-", "--id", "evt_1", "--timestamp", String(seconds)]
    const { json } = await run(words, { stdin: `${secret}\n${body}` })
    expect(json).toEqual((await sign()).json)
  })

  it("ends with 1 and the reason if the signature is wrong or too old", async () => {
    const { json } = await sign()
    const wrong = await verify("v1,AAAA")
    expect([wrong.code, wrong.out]).toEqual([1, ""])
    expect(JSON.parse(wrong.err).error.code).toBe("no_matching_signature")
    const late = () => now() + 400_000
    expect(JSON.parse((await verify(json["webhook-signature"], [], late)).err).error.code).toBe("timestamp_too_old")
    expect((await verify(json["webhook-signature"], ["--tolerance", "10m"], late)).code).toBe(0)
  })

  it("accepts either of two secrets during a rotation", async () => {
    const { json } = await sign()
    const other = `whsec_${Buffer.from("another secret, 24 bytes").toString("base64")}`
    const words = ["webhooks", "verify", "--body", body, "--id", "evt_1", "--timestamp", String(seconds)]
    const both = await run([...words, "--signature", json["webhook-signature"]], {
      env: { MAS_WEBHOOK_SECRET: `${other} ${secret}` },
      now,
    })
    expect(both.code).toBe(0)
  })

  it("says how a secret begins, if only its prefix was given", async () => {
    const words = ["webhooks", "verify", "--body", "{}", "--secret", "whsec_", "--id", "a", "--timestamp", "1"]
    const { code, err } = await run([...words, "--signature", "v1,a"])
    expect([code, JSON.parse(err).error.message]).toEqual([6, "The webhook secret must be whsec_ and base64"])
  })

  it("names every missing flag", async () => {
    const { code, err } = await run(["webhooks", "verify"], { env })
    expect(code).toBe(2)
    expect(err).toMatch(/--body.*--id.*--timestamp.*--signature/)
  })
})

describe("mas webhooks secret", () => {
  it("prints only the secret, or the requested format", async () => {
    const { json } = await run(["webhooks", "create", "--url", url, "--events", "email.sent"])
    const { out } = await run(["webhooks", "secret", String(json.id)])
    expect(out).toBe(`${json.secret}\n`)
    expect((await run(["webhooks", "secret", String(json.id), "-o", "json"])).json).toEqual({
      id: json.id,
      secret: json.secret,
    })
    expect((await run(["webhooks", "secret", "999"])).code).toBe(4)
  })
})
