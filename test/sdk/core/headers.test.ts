import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { headerValue, mergeHeaders } from "../../../sdk/client/transport/header-values.ts"
import { InvalidArgumentError } from "../../../sdk/index.ts"
import { connect, json, rejection, serve } from "./support.ts"

describe("headerValue", () => {
  it("accepts exactly the visible Latin-1 characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const isFine = [...text].every((character) => /^[\x20-\x7e\xa0-\xff]$/.test(character))
        if (isFine) expect(headerValue("x", text)).toBe(text)
        else expect(() => headerValue("x", text)).toThrow(InvalidArgumentError)
      }),
    )
  })
})

describe("mergeHeaders", () => {
  it("replaces a header of the same name in any case", () => {
    expect(mergeHeaders({ Accept: "a", "X-One": "1" }, { ACCEPT: "b", "x-one": undefined, "X-Two": 2 })).toEqual({
      ACCEPT: "b",
      "X-Two": "2",
    })
  })
})

describe("a request", () => {
  it.each<[string, Record<string, string>]>([
    ['headers["X-A"]', { "X-A": "a\r\nX-Evil: 1" }],
    ['headers["X-A"]', { "X-A": "a\nb" }],
    ['headers["X-A"]', { "X-A": "a\0" }],
    ['headers["X-A"]', { "X-A": "naïve – no" }],
    ['headers["X A"]', { "X A": "a" }],
    ['headers[""]', { "": "a" }],
    ['headers["X??A"]', { "X\r\nA": "a" }],
    ['headers["Authorization"]', { Authorization: "Bearer other" }],
    ['headers["content-LENGTH"]', { "content-LENGTH": "1" }],
    ['headers["idempotency-key"]', { "idempotency-key": "k" }],
    ['headers["Transfer-Encoding"]', { "Transfer-Encoding": "chunked" }],
    ['headers["Expect"]', { Expect: "100-continue" }],
  ])("is refused for %s before anything is sent", async (argument, headers) => {
    const { url, arrivals } = await serve((response) => json(response, 200, {}))
    const mas = connect(url)
    expect(await rejection(mas.account.get({ headers }))).toMatchObject({ name: "InvalidArgumentError", argument })
    expect(() => mas.withOptions({ headers })).toThrow(InvalidArgumentError)
    expect(arrivals).toEqual([])
  })

  it.each(["brand\r\nX-Evil: 1", "brand\u0085", "marke_ß–"])("is refused for the brand %j", (brandSid) => {
    expect(() => connect("http://127.0.0.1:1", { brandSid })).toThrow('headers["X-Brand-SID"] holds a')
  })
})
