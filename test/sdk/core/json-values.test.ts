import { runInNewContext } from "node:vm"
import { reactive } from "@vue/reactivity"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ApiPromise } from "../../../sdk/client/response/api-promise.ts"
import { InvalidArgumentError, idempotencyKey, type Mas } from "../../../sdk/index.ts"
import { apiKey, connect, json, rejection, serve } from "./support.ts"

class Money {
  readonly #cents = 5
  get cents() {
    return this.#cents
  }
}
const gap: unknown[] = [1]
gap.length = 3

/** Values that JSON.stringify changes or drops without an error, and the path within the value. */
const changed: Readonly<Record<string, readonly [value: unknown, problem: RegExp, below?: string]>> = {
  "an invalid date": [new Date(Number.NaN), /invalid date/],
  "an invalid date of another realm": [runInNewContext("new Date(NaN)"), /invalid date/],
  "an invalid date of a library": [{ toJSON: () => null }, /toJSON\(\) gives null/],
  NaN: [Number.NaN, /NaN/],
  Infinity: [Number.POSITIVE_INFINITY, /Infinity/],
  "-Infinity": [Number.NEGATIVE_INFINITY, /-Infinity/],
  "NaN in an object of its own": [Object(Number.NaN), /NaN/],
  "undefined in a list": [["a", undefined], /undefined/, ".1"],
  "a list with a hole": [gap, /undefined/, ".1"],
  "a list with a field of its own": [Object.assign([1], { total: 9 }), /total/],
  "a function": [() => 1, /function/],
  "a function in a list": [[() => 1], /function/, ".0"],
  "a class": [Money, /function/],
  "a symbol": [Symbol("x"), /symbol/],
  "a symbol in an object of its own": [Object(Symbol("x")), /Symbol/],
  "a field named by a symbol": [{ [Symbol("x")]: 1 }, /Symbol\(x\)/],
  "a BigInt": [10n, /bigint/],
  "a BigInt in an object of its own": [Object(10n), /BigInt/],
  "a Uint8Array": [new Uint8Array([1, 2]), /Uint8Array/],
  "a Float64Array": [new Float64Array(1), /Float64Array/],
  "a DataView": [new DataView(new ArrayBuffer(1)), /DataView/],
  "a Buffer": [Buffer.from("a"), /Buffer/],
  "an ArrayBuffer": [new ArrayBuffer(1), /ArrayBuffer/],
  "a Blob": [new Blob(["a"]), /Blob/],
  "a Map": [new Map([[1, 2]]), /Map/],
  "an empty Map": [new Map(), /Map/],
  "a Map with a field of its own": [Object.assign(new Map(), { a: 1 }), /Map/],
  "a Map that is reactive": [reactive(new Map([[1, 2]])), /Map/],
  "a Set": [new Set([1]), /Set/],
  "a WeakMap": [new WeakMap(), /WeakMap/],
  "a generator": [(function* () {})(), /give a list/],
  "an iterator": [[1].values(), /Iterator|give a list/],
  arguments: [
    (function () {
      // biome-ignore lint/complexity/noArguments: what is tried
      return arguments
    })(),
    /give a list/,
  ],
  "a promise": [Promise.resolve(1), /await it/],
  "a call that is not awaited": [new ApiPromise(new Promise<never>(() => {})), /await it/],
  "a RegExp": [/a/, /RegExp/],
  "an error": [new Error("broken"), /message/],
  "an error with a code": [Object.assign(new Error("broken"), { code: "E" }), /message/],
  "a FormData": [new FormData(), /FormData/],
  "a URLSearchParams": [new URLSearchParams("a=1"), /URLSearchParams/],
  "a Headers": [new Headers(), /Headers/],
  "an object whose fields are private": [new Money(), /Money/],
  "toJSON() that gives undefined": [{ toJSON() {} }, /toJSON\(\) gives undefined/],
  "toJSON() that gives NaN": [{ toJSON: () => Number.NaN }, /NaN/],
  "toJSON() that throws": [
    {
      toJSON() {
        throw new Error("no words")
      },
    },
    /no words/,
    "*",
  ],
}

const email = "ana@example.test"
/** Ways to send a value, and the path that errors then name. */
const routes: Readonly<Record<string, readonly [send: (mas: Mas, value: never) => unknown, at: string]>> = {
  "a body's field": [(mas, value) => mas.contacts.create({ email, data: { deep: value } } as never), "body.data.deep"],
  "an item of a body's list": [
    (mas, value) => mas.contacts.create({ email, data: { list: ["a", value] } } as never),
    "body.data.list.1",
  ],
  "the body of a method and a path": [(mas, value) => mas.request("POST /v1/own", { body: value }), "body"],
  "a part of an upload": [
    (mas, value) =>
      mas.imports.create({ file: new Blob(["email"]), resource: "contacts", options: { list_ids: [value] } }),
    "body.options.list_ids.0",
  ],
  "a key's payload": [async (_, value) => idempotencyKey.fromPayload({ a: [value] }), "payload.a.0"],
}

describe.each(Object.entries(routes))("in %s", (_, [send, at]) => {
  it.each(Object.entries(changed))(
    "refuses %s, with its path, and sends nothing",
    async (_name, [value, problem, below = ""]) => {
      const { url, arrivals } = await serve((response) => json(response, 200, {}))
      const error = await rejection(
        Promise.resolve().then(() => send(connect(url), value as never) as Promise<unknown>),
      )
      if (below === "*" && at.startsWith("payload")) return expect(error).toMatchObject({ message: "no words" })
      expect(error).toBeInstanceOf(InvalidArgumentError)
      expect(error).toMatchObject({ message: expect.stringMatching(problem) })
      if (below !== "*") expect(error).toMatchObject({ argument: at + below })
      expect(arrivals).toEqual([])
    },
  )
})

it("accepts what JSON preserves: repeated objects, boxed values, dates, text of toJSON()", async () => {
  const { url, arrivals } = await serve((response) => json(response, 200, {}))
  const shared = { a: 1 }
  class Customer {
    readonly name = "Ada"
    readonly left = undefined
    greet() {}
  }
  const data = {
    shared: [shared, shared],
    left: undefined,
    zero: -0,
    boxed: [Object(1), Object("a"), Object(false)],
    at: new Date(0),
    url: new URL("https://acme.test/"),
    customer: new Customer(),
    bare: Object.assign(Object.create(null), { a: null }),
    elsewhere: runInNewContext("({ a: [1] })"),
    reactive: reactive({ a: [{ b: 1 }] }),
    named: JSON.parse('{"__proto__":{"a":1},"toJSON":"text"}'),
    keyed: { toJSON: (name: string) => name },
  }
  await connect(url).request("POST /v1/own", { body: data })
  const [{ body } = { body: "" }] = arrivals
  expect(JSON.parse(body)).toEqual(JSON.parse(JSON.stringify(data)))
  expect(idempotencyKey.fromPayload(data)).toBe(idempotencyKey.fromPayload(JSON.parse(body)))
})

it("names the path of a cycle, a throwing getter or too deep nesting", { tags: "slow" }, async () => {
  const mas = connect("http://127.0.0.1:1")
  const circle: Record<string, unknown> = {}
  circle.deep = [circle]
  let levels: unknown = 1
  for (let level = 0; level < 100_000; level++) levels = [levels]
  const broken = Object.defineProperty({}, "a", {
    enumerable: true,
    get() {
      throw new TypeError("no value")
    },
  })
  for (const [body, message] of [
    [circle, "body.deep.0 contains itself"],
    [levels, "body cannot be sent as JSON: Maximum call stack size exceeded"],
    [broken, "body cannot be sent as JSON: no value"],
  ] as const) {
    expect(await rejection(mas.request("POST /v1/own", { body }))).toMatchObject({
      name: "InvalidArgumentError",
      message,
    })
  }
})

it("escapes control characters of a field name in the message, and truncates a long name", async () => {
  const mas = connect("http://127.0.0.1:1", { apiKey })
  const error = await rejection(mas.request("POST /v1/own", { body: { ["a\u001b[2J\nb".repeat(99)]: Number.NaN } }))
  const { message } = error as Error
  expect(message).not.toContain("\u001b")
  expect(message.length).toBeLessThan(300)
})

it("sends any value as its JSON, or refuses it", () => {
  fc.assert(
    fc.property(
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSet: true,
        withTypedArray: true,
        withSparseArray: true,
        withNullPrototype: true,
        withBoxedValues: true,
      }),
      (value) => {
        let key: string
        try {
          key = idempotencyKey.fromPayload({ value })
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidArgumentError)
          return
        }
        const sent = JSON.parse(JSON.stringify({ value }))
        expect(idempotencyKey.fromPayload(sent)).toBe(key)
        // Nothing was turned into null.
        expect(JSON.stringify(sent).split("null").length).toBe(nulls(value) + 1)
      },
    ),
  )
})

/** How often a value has null in it, in text too. */
function nulls(value: unknown): number {
  if (value === null) return 1
  if (typeof value === "string" || value instanceof String) return JSON.stringify(value).split("null").length - 1
  if (typeof value !== "object") return 0
  return Object.entries(value).reduce(
    (count, [name, item]) =>
      count + (item === undefined ? 0 : nulls(item) + JSON.stringify(name).split("null").length - 1),
    0,
  )
}
