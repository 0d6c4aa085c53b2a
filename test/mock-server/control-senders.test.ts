import { describe, expect, it } from "vitest"
import { mock } from "../support/mock.ts"

describe("POST /_mock/senders", () => {
  it("lets a person who has just signed up send", async () => {
    const { call, control } = mock()
    const user = { email: "zoe@example.test", password: "zoe-password" }
    const { headers } = await call("POST", "/v1/signup", { key: null, body: { user } })
    const key = headers.get("authorization")?.replace("Bearer ", "") ?? ""
    const send = async (from?: string) => {
      const body = { channel: "email", to: "delivered@simulator.test", subject: "Hi", body: "Hi", from }
      return call("POST", "/v1/my/messages", { key, body })
    }
    expect((await send()).status).toBe(422)
    const { body: account } = await call("GET", "/v1/my/account", { key })
    const sender = { email: "zoe@shop.test", account_id: account.id }
    const { status, body } = await call("POST", "/_mock/senders", { key: null, body: sender })
    expect([status, body]).toEqual([201, { id: 6, brand_id: 5, email: sender.email, verified: true, inbox: false }])
    const sent = await send()
    expect(sent.status).toBe(201)
    await control.advance(0)
    expect(control.messages.get(sent.body.id)).toMatchObject({ status: "sent", from: sender.email })
  })

  it("updates an existing sender, unverifies it and opens an inbox", async () => {
    const { call, control } = mock()
    expect(control.senders.set({ email: "HELLO@acme.test", verified: false }).id).toBe(1)
    const body = { channel: "email", to: "a@example.test", subject: "Hi", body: "Hi", from: "hello@acme.test" }
    expect((await call("POST", "/v1/my/messages", { body })).status).toBe(422)
    control.senders.set({ email: "second@acme.test", brand_sid: "brand_second", inbox: true })
    // An inbox stays one, under the address that it has.
    const again = control.senders.set({ email: "SECOND@acme.test", brand_sid: "brand_second" })
    expect(again).toMatchObject({ email: "second@acme.test", inbox: true, verified: true })
    expect(control.inbound({ from: "a@example.test", to: "second@acme.test", subject: "Hi" }).reported).toBe(true)
  })

  it.each([
    [{}, "email"],
    [{ email: "nobody" }, "email"],
    [{ email: "a@b.test", brand_sid: "none" }, "brand_sid"],
    [{ email: "a@b.test", account_id: 99 }, "account_id"],
    [{ email: "a@b.test", account_id: 1, brand_sid: "brand_main" }, "brand_sid"],
    [{ email: "inbox@acme.test", brand_sid: "brand_second", inbox: true }, "email"],
  ])("refuses %j", async (body, field) => {
    const { call } = mock()
    const response = await call("POST", "/_mock/senders", { key: null, body })
    expect([response.status, Object.keys(response.body.validation_errors)]).toEqual([422, [field]])
  })
})
