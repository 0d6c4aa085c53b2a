import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { signWebhook, signWebhookAsync, verifyWebhook, verifyWebhookAsync } from "../../sdk/webhooks/index.ts"
import { refusal, signature } from "./support.ts"

const secrets = fc
  .uint8Array({ minLength: 1, maxLength: 80 })
  .map((key) => `whsec_${Buffer.from(key).toString("base64")}`)
const ids = fc.stringMatching(/^[!-~]{1,40}$/)
const times = fc.integer({ min: 0, max: 4_000_000_000 })
const objects = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue())
const bodies = fc
  .tuple(objects, fc.constantFrom("", "\ufeff"), fc.constantFrom("", "\n", " \t"))
  .map(([object, mark, space]) => mark + space + JSON.stringify(object) + space)
const messages = fc.record({ secret: secrets, id: ids, timestamp: times, body: bodies })

describe("any message", () => {
  it("verifies after signing, as text and as bytes, synchronously and with WebCrypto", async () => {
    await fc.assert(
      fc.asyncProperty(messages, async (message) => {
        const { secret, id, timestamp, body } = message
        const headers = signWebhook(message)
        expect(await signWebhookAsync(message)).toEqual(headers)
        const options = { secret, id, timestamp: String(timestamp) }
        expect(headers["webhook-signature"]).toBe(signature(body, options))

        const expected = { ...JSON.parse(body.replace(/^\ufeff/, "")), id }
        const now = timestamp * 1000
        for (const raw of [body, new TextEncoder().encode(body)]) {
          expect(verifyWebhook(raw, headers, secret, { now })).toEqual(expected)
          expect(await verifyWebhookAsync(raw, headers, secret, { now })).toEqual(expected)
        }
      }),
      { numRuns: 100 },
    )
  })

  it("is refused if a single bit of its body, id, time, signature or key changes", { tags: "slow" }, async () => {
    const parts = fc.constantFrom("body", "webhook-id", "webhook-timestamp", "webhook-signature", "key" as const)
    await fc.assert(
      fc.asyncProperty(messages, parts, fc.nat(), async (message, part, position) => {
        const headers = signWebhook(message)
        const received = {
          ...headers,
          body: Buffer.from(message.body),
          key: Buffer.from(message.secret.slice(6), "base64"),
        }
        const changed = { ...received, [part]: flipBit(Buffer.from(received[part]), position) }
        const changedHeaders = {
          "webhook-id": text(changed["webhook-id"]),
          "webhook-timestamp": text(changed["webhook-timestamp"]),
          "webhook-signature": text(changed["webhook-signature"]),
        }
        const secret = `whsec_${changed.key.toString("base64")}`
        const options = { now: message.timestamp * 1000 }
        const error = await refusal(() => verifyWebhook(changed.body, changedHeaders, secret, options))
        const again = await refusal(() => verifyWebhookAsync(changed.body, changedHeaders, secret, options))
        expect(again.reason).toBe(error.reason)
        if (part !== "webhook-timestamp") expect(error.reason).toBe("no_matching_signature")
      }),
      { numRuns: 500 },
    )
  })

  it("causes no error but a refusal, whatever the headers, the secret and the body", async () => {
    const anything = fc.record({
      body: fc.oneof(fc.string({ unit: "binary" }), fc.uint8Array()),
      headers: fc.dictionary(
        fc.oneof(fc.constantFrom("webhook-id", "Webhook-Timestamp", "webhook-signature"), fc.string()),
        fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(undefined), fc.integer().map(String)),
      ),
      secret: fc.oneof(secrets, fc.string(), fc.array(fc.oneof(secrets, fc.string()))),
    })
    await fc.assert(
      fc.asyncProperty(anything, async ({ body, headers, secret }) => {
        const error = await refusal(() => verifyWebhook(body, headers, secret))
        const again = await refusal(() => verifyWebhookAsync(body, headers, secret))
        expect(again.reason).toBe(error.reason)
      }),
      { numRuns: 300 },
    )
  })
})

function flipBit(bytes: Buffer, position: number): Buffer {
  const bit = position % (bytes.length * 8)
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return bytes
}

function text(value: string | Buffer): string {
  return typeof value === "string" ? value : value.toString("latin1")
}
