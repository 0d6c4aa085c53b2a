import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { signWebhook } from "../../../sdk/webhooks/sign.ts"
import { homeWithService } from "../own/run.ts"

const secret = `whsec_${Buffer.from("a secret of 24 bytes ...").toString("base64")}`
const sandbox = homeWithService({ allowLocalWebhooks: true })
const env = { MAS_WEBHOOK_SECRET: secret }
const run = sandbox.run

afterAll(() => sandbox.close())

describe("mas webhooks sign", () => {
  const body = '{"type":"email.sent","data":{}}'
  const seconds = 1_790_000_000
  const now = () => seconds * 1000
  const sign = (...words: string[]) =>
    run(["webhooks", "sign", "--body", body, "--id", "evt_1", "--timestamp", String(seconds), ...words], { env })
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

  it("signs and verifies bytes that are not text", async () => {
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])
    writeFileSync(join(sandbox.home.folder, "bytes"), bytes)
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
})
