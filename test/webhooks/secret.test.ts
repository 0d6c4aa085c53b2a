import { describe, expect, it, vi } from "vitest"
import { verifyWebhook } from "../../sdk/webhooks/index.ts"
import { keysOf } from "../../sdk/webhooks/secret.ts"
import { freshModule } from "../support/fresh-module.ts"
import { delivery, gate, listening } from "./fetch-support.ts"
import { body, headersFor, otherSecret, refusal, secret } from "./support.ts"

const secretOf = (text: string) => `whsec_${Buffer.from(text).toString("base64")}`

it("a secret may end in newlines, like a mounted file", () => {
  expect(keysOf(`${secretOf("mounted")}\r\n`)).toEqual([Uint8Array.from(Buffer.from("mounted"))])
  expect(() => keysOf(`${secretOf("mounted")}\n `)).toThrow("must be whsec_ and base64")
})

it("the keys of at most a thousand secrets are cached", async () => {
  const { keysOf } = await freshModule<typeof import("../../sdk/webhooks/secret.ts")>("sdk/webhooks/secret.ts")
  const first = secretOf("first")
  const [key] = keysOf(first)
  expect(key).toEqual(Uint8Array.from(Buffer.from("first")))
  for (let n = 1; n < 1_000; n++) keysOf(secretOf(`secret ${n}`))
  expect(keysOf(first)[0]).toBe(key)
  keysOf(secretOf("one more"))
  expect(keysOf(first)[0]).toEqual(key)
  expect(keysOf(first)[0]).not.toBe(key)
})

describe("a secret given as a function", () => {
  it("is requested once, with the first request", async () => {
    const source = vi.fn(() => secret)
    const { send } = listening({ secret: source })
    expect(source).not.toHaveBeenCalled()
    expect([await send(delivery("evt_1")), await send(delivery("evt_2"))]).toEqual([200, 200])
    expect(source).toHaveBeenCalledTimes(1)
  })

  it.each([
    [
      "throws",
      () => {
        throw new Error("not mounted")
      },
    ],
    ["rejects", () => Promise.reject(new Error("not mounted"))],
  ])("is requested again with the next request if it %s", async (_, fail) => {
    const source = vi.fn<() => string | Promise<string>>(() => secret).mockImplementationOnce(fail)
    const { send } = listening({ secret: source })
    expect([await send(delivery("evt_1")), await send(delivery("evt_1"))]).toEqual([500, 200])
    expect(source).toHaveBeenCalledTimes(2)
  })

  it("may be asynchronous and return several: concurrent requests share the call", async () => {
    const { open, opened } = gate()
    const source = vi.fn(async () => {
      await opened
      return [otherSecret, secret]
    })
    const { send } = listening({ secret: source })
    const statuses = [send(delivery("evt_1")), send(delivery("evt_2"))]
    open()
    expect(await Promise.all(statuses)).toEqual([200, 200])
    expect(source).toHaveBeenCalledTimes(1)
  })

  it.each<[unknown, string]>([
    [undefined, "The webhook secret is missing"],
    ["", "The webhook secret is missing"],
    [[], "The webhook secret is missing"],
    ["secret", "The webhook secret must be whsec_ and base64"],
    [42, "The webhook secret must be a string, whsec_ and base64, not a number"],
  ])("gets 500 and a message while it returns %o, and requested again", async (secretValue, sentence) => {
    const source = vi.fn(() => secretValue as string)
    const { handler, errors, send, events } = listening({ secret: source })
    const response = await handler(delivery())
    expect([response.status, await response.text()]).toEqual([500, sentence])
    expect(errors).toMatchObject([{ reason: "invalid_secret", message: sentence }])
    source.mockReturnValue(secret)
    expect([await send(delivery()), events.length]).toEqual([200, 1])
  })

  it.each([
    ["throws", () => expect.fail("no vault")],
    ["rejects", () => Promise.reject(new Error("no vault"))],
  ])("that %s gives a 500 without details, and onError gets the reason", async (_, source) => {
    const { handler, errors } = listening({ secret: source })
    const response = await handler(delivery())
    expect([response.status, await response.text()]).toEqual([500, "The webhook handler failed"])
    expect(errors).toMatchObject([{ message: "no vault" }])
  })

  it("that never settles times out, and the next request calls it again", async () => {
    const source = vi.fn<() => Promise<string>>(() => new Promise(() => {}))
    const { send } = listening({ secret: source, timeout: 1 })
    expect(await send(delivery())).toBe(503)
    source.mockResolvedValue(secret)
    expect(await send(delivery())).toBe(200)
  })
})

it.each<[unknown, string]>([
  [undefined, "The webhook secret is missing"],
  [null, "The webhook secret is missing"],
  [[], "The webhook secret is missing"],
  [[""], "The webhook secret is missing"],
  [7, "The webhook secret must be a string, whsec_ and base64, not a number"],
  [0, "The webhook secret must be a string, whsec_ and base64, not a number"],
  [[secret, 7], "The webhook secret must be a string, whsec_ and base64, not a number"],
  [{ secret }, "The webhook secret must be a string, whsec_ and base64, not an object"],
  [Buffer.from(secret), "The webhook secret must be a string, whsec_ and base64, not an object"],
  [Promise.resolve(secret), "The webhook secret must be a string, whsec_ and base64, not a promise: await it"],
  [true, "The webhook secret must be a string, whsec_ and base64, not a boolean"],
])("an invalid secret is reported with its type: %o", async (secretValue, sentence) => {
  const error = await refusal(() => verifyWebhook(body, headersFor(body), secretValue as string))
  expect(error).toMatchObject({ reason: "invalid_secret", message: sentence })
})
