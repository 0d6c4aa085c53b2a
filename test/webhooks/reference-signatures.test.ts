import { Webhook as StandardWebhook } from "standardwebhooks"
import { Webhook as SvixWebhook } from "svix"
import { describe, expect, it } from "vitest"
import {
  signWebhook,
  signWebhookAsync,
  verifyWebhook,
  verifyWebhookAsync,
  WebhookVerificationError,
} from "../../sdk/webhooks/index.ts"
import { body, event, headersFor, id, now, otherSecret, secret, sentAt, signature } from "./support.ts"

const fresh = Math.floor(Date.now() / 1000)

describe.each([
  ["standardwebhooks", StandardWebhook],
  ["svix", SvixWebhook],
])("%s", (_name, Judge) => {
  it("verifies what signWebhook and signWebhookAsync sign", async () => {
    for (const content of [body, "{}", JSON.stringify({ text: "ﷺ\u0000\u2028 \ud83e\uddfe" })]) {
      for (const sign of [signWebhook, signWebhookAsync]) {
        const headers = await sign({ id, timestamp: fresh, body: content, secret })
        expect(new Judge(secret).verify(content, headers)).toEqual(JSON.parse(content))
        expect(() => new Judge(otherSecret).verify(content, headers)).toThrow()
      }
    }
  })

  it("verifies a message signed with two secrets with either", () => {
    const headers = signWebhook({ id, timestamp: fresh, body, secret: [otherSecret, secret] })
    for (const one of [secret, otherSecret]) expect(new Judge(one).verify(body, headers)).toEqual(event)
  })

  it("signs what verifyWebhook and verifyWebhookAsync verify", async () => {
    const headers = {
      "webhook-id": id,
      "webhook-timestamp": String(sentAt),
      "webhook-signature": new Judge(secret).sign(id, new Date(now), body),
    }
    expect(verifyWebhook(body, headers, secret, { now })).toEqual({ ...event, id })
    expect(await verifyWebhookAsync(body, headers, secret, { now })).toEqual({ ...event, id })
  })

  it("refuses and accepts the same messages", () => {
    const good = headersFor(body, { timestamp: String(fresh) })
    const changes: Partial<typeof good>[] = [
      {},
      { "webhook-id": "evt_other" },
      { "webhook-timestamp": String(fresh + 1) },
      { "webhook-signature": "v1," },
      { "webhook-signature": `v1,AAAA ${good["webhook-signature"]}` },
      { "webhook-signature": good["webhook-signature"].replace("v1", "v2") },
      headersFor(body, { timestamp: String(fresh - 298) }),
      headersFor(body, { timestamp: String(fresh - 310) }),
      headersFor(body, { timestamp: String(fresh + 310) }),
      headersFor(body, { timestamp: String(fresh), secret: otherSecret }),
    ]
    const outcomes = changes.map((change) => {
      const headers = { ...good, ...change }
      return [
        accepts(() => new Judge(secret).verify(body, headers)),
        accepts(() => verifyWebhook(body, headers, secret)),
      ]
    })
    expect(outcomes.map(([theirs]) => theirs)).toEqual(outcomes.map(([, ours]) => ours))
    expect(outcomes.filter(([theirs]) => theirs)).toHaveLength(3)
  })
})

describe("signWebhook", () => {
  it("makes the specification's signature, byte for byte [33.1]", () => {
    expect(signWebhook({ id, timestamp: sentAt, body, secret })).toEqual({
      "webhook-id": id,
      "webhook-timestamp": "1795000000",
      "webhook-signature": signature(body),
    })
  })

  it("reproduces the example of the Standard Webhooks specification [33.1]", () => {
    const signed = signWebhook({
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      timestamp: 1_614_265_330,
      body: '{"test": 2432232314}',
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    })
    expect(signed["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  })

  it("accepts the time as a Date, truncates it to seconds, and defaults to now", () => {
    const at = (timestamp?: Date) => signWebhook({ id, timestamp, body, secret })["webhook-timestamp"]
    expect(at(new Date(now + 999))).toBe(String(sentAt))
    expect(Math.abs(Number(at()) - Date.now() / 1000)).toBeLessThan(5)
    expect(verifyWebhook(body, signWebhook({ id, body, secret }), secret)).toMatchObject({ id })
  })

  it("refuses an invalid time, a bad secret and a parsed body", () => {
    for (const timestamp of [-1, 1.5, Number.NaN, new Date("never")]) {
      expect(() => signWebhook({ id, timestamp, body, secret })).toThrow(RangeError)
    }
    expect(() => signWebhook({ id, body, secret: "whsec_" })).toThrow(WebhookVerificationError)
    expect(() => signWebhook({ id, body: event as unknown as string, secret })).toThrow("raw body")
  })
})

function accepts(verify: () => unknown): boolean {
  try {
    verify()
    return true
  } catch {
    return false
  }
}
