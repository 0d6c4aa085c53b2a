import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { addQuery, fillPath, parseEndpoint } from "../../../sdk/client/request/address.ts"
import { InvalidArgumentError } from "../../../sdk/index.ts"
import { connect, json, rejection, serve } from "./support.ts"

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("..", ".", "../x", "%2e%2e", "..%2f", "a/b", "a\\b", "?x", "#x", "%", "", "//evil.test"),
)

describe("a path parameter", () => {
  it("stays in its segment, whatever its value", () => {
    fc.assert(
      fc.property(anyText, (id) => {
        let path: string
        try {
          path = fillPath("/v1/my/webhooks/{id}/test", { id })
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidArgumentError)
          return
        }
        // The URL as a URL parser and a server decode it.
        const url = new URL(path, "http://api.test")
        expect(url.origin + url.search + url.hash).toBe("http://api.test")
        const segments = url.pathname.split("/")
        expect(segments).toHaveLength(6)
        expect(decodeURIComponent(segments[4] ?? "")).toBe(id)
      }),
    )
  })

  it.each([
    ["", "empty"],
    [".", "empty"],
    ["..", "empty"],
    [undefined, "whole number or text"],
    [null, "whole number or text"],
    [{}, "whole number or text"],
    [Number.NaN, "whole number"],
    [1.5, "whole number"],
    [2 ** 53, "whole number"],
    [Number.POSITIVE_INFINITY, "whole number"],
    ["\ud800", "half of a surrogate pair"],
  ])("is refused if it is %j, before anything is sent", async (id, problem) => {
    const { url, arrivals } = await serve((response) => json(response, 200, {}))
    const error = await rejection(connect(url).webhooks.get(id as number))
    expect(error).toBeInstanceOf(InvalidArgumentError)
    expect(error).toMatchObject({ argument: "params.id", message: expect.stringContaining(problem) })
    expect(arrivals).toEqual([])
  })
})

describe("addQuery", () => {
  it("gives the query that URLSearchParams reads back", () => {
    const value = fc.oneof(fc.string({ unit: "grapheme" }), fc.integer(), fc.boolean())
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ minLength: 1, unit: "grapheme" }), fc.oneof(value, fc.array(value))),
        (query) => {
          const expected = Object.entries(query).flatMap(([name, one]) =>
            [one].flat().map((each) => [name, String(each)]),
          )
          expect([...new URL(addQuery("/x", query), "http://api.test").searchParams]).toEqual(expected)
        },
      ),
    )
  })

  it("omits null and undefined, writes dates as ISO text and extends an existing query", () => {
    expect(addQuery("/x?a=1", { b: null, c: undefined, d: new Date(0) })).toBe("/x?a=1&d=1970-01-01T00%3A00%3A00.000Z")
    expect(addQuery("/x", undefined)).toBe("/x")
  })

  it("accepts iterables of pairs, and keeps repeated names", () => {
    const pairs: [string, string][] = [
      ["a", "1"],
      ["b", "x y"],
    ]
    for (const query of [new URLSearchParams(pairs), new Map(pairs), pairs])
      expect(addQuery("/x", query)).toBe("/x?a=1&b=x%20y")
    expect(addQuery("/x", new URLSearchParams("a=1&a=2"))).toBe("/x?a=1&a=2")
  })

  it.each([[{ a: {} }], [{ a: Number.NaN }], [{ a: new Date(Number.NaN) }], [{ a: () => 1 }], [{ a: 1n }]])(
    "refuses %o",
    (query) => {
      expect(() => addQuery("/x", query)).toThrow("query.a must be text")
    },
  )

  it.each([
    ["undefined", undefined],
    ["null", null],
    ["an invalid date", new Date(Number.NaN)],
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
    ["a list", [1]],
    ["bytes", new Uint8Array([1])],
    ["a Set", new Set([1])],
    ["a symbol", Symbol("x")],
  ])("refuses %s in a list, with its index", (_, value) => {
    const error = expect.objectContaining({ argument: "query.a.1", message: expect.stringContaining("must be text") })
    expect(() => addQuery("/x", { a: ["b", value] })).toThrow(error)
    expect(() => addQuery("/x", new Map([["a", ["b", value]]]))).toThrow(error)
  })

  it("refuses a list with a hole, and a query that is not an object", () => {
    // biome-ignore lint/suspicious/noSparseArray: what is tried
    expect(() => addQuery("/x", { a: [1, , 2] })).toThrow("query.a.1 must be text")
    expect(() => addQuery("/x", "a=b" as never)).toThrow("query must be an object")
  })

  it("adds nothing for an empty query", () => {
    expect([addQuery("/v1/x", {}), addQuery("/v1/x", { a: null, b: [] })]).toEqual(["/v1/x", "/v1/x"])
  })

  it("refuses a name that is not well-formed Unicode", () => {
    expect(() => addQuery("/v1/x", { "\ud800": 1 })).toThrow(
      expect.objectContaining({ argument: "query", message: expect.stringContaining("half of a surrogate pair") }),
    )
  })
})

describe("parseEndpoint", () => {
  it.each(["GET /v1/my/lists/{id}?a=b%20c", "POST /@world/v1", "DELETE /a.b/c..d", "PUT /"])(
    "accepts %j",
    (endpoint) => {
      const { method, path } = parseEndpoint(endpoint)
      expect(`${method} ${path}`).toBe(endpoint)
    },
  )

  it.each([
    "GET v1",
    "get /v1",
    "TRACE /v1",
    "GET //evil.test/v1",
    "GET /\\evil.test",
    "GET /a/../b",
    "GET /a/%2E%2e/b",
    "GET /..",
    "GET /a b",
    "GET /a#b",
    "GET /a\r\nX: y",
    "GET /ž",
    "GET  /v1",
    "account.nothing",
    "",
  ])("refuses %j", (endpoint) => {
    expect(() => parseEndpoint(endpoint)).toThrow(InvalidArgumentError)
  })
})
