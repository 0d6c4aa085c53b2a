import { afterAll, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const secret = `whsec_${Buffer.from("a secret of 24 bytes ...").toString("base64")}`
const sandbox = homeWithService({ allowLocalWebhooks: true })
const env = { MAS_WEBHOOK_SECRET: secret }
const run = sandbox.run

afterAll(() => sandbox.close())

describe("mas webhooks verify", () => {
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

  it("prints the event of a valid signature", async () => {
    const { json } = await sign()
    const { code, json: event } = await verify(json["webhook-signature"])
    expect(code).toBe(0)
    expect(event).toEqual({ ...JSON.parse(body), id: "evt_1" })
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
