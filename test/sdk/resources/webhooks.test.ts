import { describe, expect, it } from "vitest"
import { Mas } from "../../../sdk/index.ts"
import { signWebhook, WebhookVerificationError } from "../../../sdk/webhooks/index.ts"

const mas = new Mas({ baseUrl: "https://api.example.test" })
const secret = `whsec_${Buffer.from("a key of thirty-two bytes, or so").toString("base64")}`
const body = JSON.stringify({ type: "email.bounced", timestamp: "2026-01-31T09:30:00.000Z", data: { message_id: 7 } })
const timestamp = 1_769_851_800
const headers = { ...signWebhook({ id: "evt_1", timestamp, body, secret }) }

describe("webhooks.verify", () => {
  it("returns the event of a correctly signed webhook", () => {
    const event = mas.webhooks.verify(body, headers, secret, { now: timestamp * 1000 })
    expect(event).toMatchObject({ id: "evt_1", ...JSON.parse(body) })
  })

  it("refuses a body that was changed", () => {
    const verify = () => mas.webhooks.verify(`${body} `, headers, secret, { now: timestamp * 1000 })
    expect(verify).toThrow(WebhookVerificationError)
  })

  it("refuses a webhook that is older than the tolerance", () => {
    const options = { now: (timestamp + 61) * 1000, toleranceSeconds: 60 }
    expect(() => mas.webhooks.verify(body, headers, secret, options)).toThrow(WebhookVerificationError)
  })
})
