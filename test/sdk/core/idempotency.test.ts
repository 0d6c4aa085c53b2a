import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import { InvalidArgumentError, idempotencyKey, type KeyPart } from "../../../sdk/index.ts"

const isKey = (key: string) => expect(key).toMatch(/^[!-~]{1,128}$/)
const texts = fc.oneof(fc.string({ unit: "binary" }), fc.string()).filter((text) => /[^\s\p{Cc}\p{Cf}]/u.test(text))
const parts = fc.array(fc.oneof(texts, fc.integer(), fc.boolean(), fc.bigInt()), { minLength: 1, maxLength: 6 })

describe("idempotencyKey", () => {
  // The SHA-256 of `parts ["receipt","1001"]` and of `payload {"a":null,"b":[1,"x"]}`: keys outlive this package's versions.
  it("is stable from one release to the next", () => {
    expect(idempotencyKey("receipt", 1001)).toBe("receipt-1001-jrxRqEhY_qJX-SFkScd9w2DRUN2sSE6KZg-CIwIgpNk")
    expect(idempotencyKey.fromPayload({ b: [1, "x"], a: null })).toBe(
      "payload-D808EHPSeLCEl2sI3BpGvBDpxjd8ekuwraA3qjT4AnQ",
    )
  })

  it("gives the same key for the same parts, and different keys for others", () => {
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        isKey(idempotencyKey(...(one as KeyPart[])))
        const textOf = (all: unknown[]) => JSON.stringify(all.map((part) => String(part).normalize("NFC")))
        const isSame = textOf(one) === textOf(other)
        expect(idempotencyKey(...(one as KeyPart[])) === idempotencyKey(...(other as KeyPart[]))).toBe(isSame)
      }),
    )
  })

  it("depends on the boundaries between parts", () => {
    const keys = [["a", "bc"], ["ab", "c"], ["abc"], ["a-bc"], ["\ud800"], ["\ud801"]].map((each) =>
      idempotencyKey(...each),
    )
    expect(new Set(keys).size).toBe(keys.length)
  })

  it("treats a number and its text, and a date and its ISO text, as equal", () => {
    const at = new Date("2026-03-01T12:00:00Z")
    expect(idempotencyKey("order", 7, at)).toBe(idempotencyKey("order", "7", at.toISOString()))
  })

  it("treats both Unicode normalizations of a name as equal", () => {
    expect(idempotencyKey("José")).toBe(idempotencyKey("Jose\u0301"))
  })

  it.each(["", " ", "\u00a0", "\t\n", "\u200b", "\ufeff", "\u0000"])(
    "refuses the blank part %j: all records without an id would share the key",
    (blank) => {
      expect(() => idempotencyKey("receipt", blank)).toThrow(
        "idempotencyKey() part 2 is blank: is the record's id missing?",
      )
    },
  )

  it.each([[[]], [[undefined]], [[null]], [[Number.NaN]], [[{}]], [["a", Symbol("b")]], [[new Date(Number.NaN)]]])(
    "refuses %o",
    (invalidParts) => {
      expect(() => idempotencyKey(...(invalidParts as unknown as KeyPart[]))).toThrow(InvalidArgumentError)
    },
  )
})

describe("idempotencyKey.fromPayload", () => {
  const json = fc.jsonValue()
  it("does not depend on the order of fields", () => {
    const shuffle = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffle)
      if (typeof value !== "object" || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, item]) => [name, shuffle(item)]),
      )
    }
    fc.assert(
      fc.property(json, (value) => {
        isKey(idempotencyKey.fromPayload(value))
        expect(idempotencyKey.fromPayload(shuffle(value))).toBe(idempotencyKey.fromPayload(value))
        expect(idempotencyKey.fromPayload(JSON.parse(JSON.stringify(value)))).toBe(idempotencyKey.fromPayload(value))
      }),
    )
  })

  it("differs for payloads that differ", () => {
    const payloads = [
      {},
      [],
      null,
      "",
      0,
      false,
      "null",
      { a: 1 },
      { a: "1" },
      { a: [1] },
      { a: [1, 2] },
      { a: [[1], 2] },
      { a: { b: 1 } },
      { "a.b": 1 },
      { A: 1 },
    ]
    expect(new Set(payloads.map(idempotencyKey.fromPayload)).size).toBe(payloads.length)
    expect(idempotencyKey.fromPayload(["payload"])).not.toBe(idempotencyKey("payload"))
  })

  it("leaves out undefined and writes dates as JSON does", () => {
    const at = new Date("2026-03-01T12:00:00Z")
    expect(idempotencyKey.fromPayload({ a: undefined, at })).toBe(idempotencyKey.fromPayload({ at: at.toISOString() }))
  })

  it("accepts a repeated object, but not a cycle", () => {
    const shared = { a: 1 }
    expect(idempotencyKey.fromPayload([shared, shared])).toBe(idempotencyKey.fromPayload([{ a: 1 }, { a: 1 }]))
    const circle: Record<string, unknown> = {}
    circle.deep = { circle }
    expect(() => idempotencyKey.fromPayload(circle)).toThrow(
      "payload.deep.circle cannot be part of a key: it contains itself",
    )
  })

  it.each([
    [{ a: 1n }, "payload.a"],
    [{ a: [Number.NaN] }, "payload.a.0"],
    [() => 1, "payload"],
    [{ a: Symbol("b") }, "payload.a"],
    [undefined, "payload"],
    [new Map([["order", 1]]), "payload"],
    [{ a: [new Set([1])] }, "payload.a.0"],
    [{ a: new FormData() }, "payload.a"],
  ])("refuses %o, with its path", (payload, path) => {
    expect(() => idempotencyKey.fromPayload(payload)).toThrow(new RegExp(`^${path} cannot be part of a key`))
  })
})

describe("idempotencyKey.random", () => {
  it("is a new key each time", () => {
    const keys = Array.from({ length: 100 }, () => idempotencyKey.random())
    keys.forEach(isKey)
    expect(new Set(keys).size).toBe(100)
  })

  it.each([undefined, {}])("works if crypto is %s", (crypto) => {
    vi.stubGlobal("crypto", crypto)
    const keys = Array.from({ length: 100 }, () => idempotencyKey.random())
    vi.unstubAllGlobals()
    keys.forEach(isKey)
    expect(new Set(keys).size).toBe(100)
  })
})
