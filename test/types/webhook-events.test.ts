import { describe, expect, expectTypeOf, it } from "vitest"
import type * as z from "zod"
import { WebhookEvent } from "../../sdk/contract/models/webhook-events.ts"
import { sampleData, testData } from "../../sdk/contract/models/webhook-samples.ts"
import { type WebhookEventMap, type WebhookEventType, webhookEventTypes } from "../../sdk/webhooks/events.ts"

/** A type without the `[key: string]: unknown` of loose objects, at every depth. */
type Listed<T> = T extends readonly (infer Item)[]
  ? Listed<Item>[]
  : T extends object
    ? {
        [K in keyof T as string extends K ? (unknown extends T[K] ? never : K) : number extends K ? never : K]: Listed<
          T[K]
        >
      }
    : T

/** The bodies as inferred from the schemas, by type. */
type Inferred = { [T in WebhookEventType]: Listed<Extract<z.infer<typeof WebhookEvent>, { type: T }>> }

/** The bodies as in the generated interfaces; the id comes from a header. */
type Written = { [T in WebhookEventType]: Listed<Omit<WebhookEventMap[T], "id">> }

describe("webhook events", () => {
  it("have the same fields in the interfaces of mas-sdk/webhooks as in the schemas they are generated from", () => {
    expectTypeOf<Inferred>().toEqualTypeOf<Written>()
    expectTypeOf<Inferred["email.bounced"]["data"]["bounce"]["type"]>().toEqualTypeOf<"hard" | "soft">()
    expectTypeOf<Inferred["email.received"]["data"]["tags"]>().toEqualTypeOf<{ [x: string]: string }>()
    expectTypeOf<Inferred["email.sent"]["data"]>().not.toEqualTypeOf<Written["email.opened"]["data"]>()
  })

  it("have a schema for every documented type, in the same order", () => {
    expect(WebhookEvent.options.map((option) => option.shape.type.value)).toEqual([...webhookEventTypes])
  })

  it.each(webhookEventTypes)("have samples that match the schema: %s", (type) => {
    const timestamp = "2026-01-31T09:30:00.000Z"
    const sample = { type, timestamp, data: sampleData(type, timestamp) }
    const test = { type, timestamp, data: testData(type, timestamp, { account_id: 1, brand_id: 1 }) }
    expect(WebhookEvent.parse(sample)).toEqual(sample)
    expect(WebhookEvent.parse(test)).toEqual(test)
    expect([sample.data.test, test.data.test, test.data.message_id]).toEqual([undefined, true, null])
  })

  it("keep fields that are not listed", () => {
    const body = {
      type: "email.bounced",
      timestamp: "2026-01-31T09:30:00.000Z",
      data: {
        message_id: 1,
        to: "a@b.test",
        subject: "s",
        tags: { k: "v" },
        bounce: { type: "hard", subtype: "x", more: 1 },
        more: 2,
      },
      more: 3,
    }
    expect(WebhookEvent.parse(body)).toEqual(body)
  })
})
