import { afterEach, describe, expect, it, vi } from "vitest"
import { limits } from "../../sdk/contract/core/limits.ts"
import { importForm } from "../support/import-form.ts"
import { type Called, mock } from "../support/mock.ts"
import { endpointNamed, endpoints, sample } from "../support/samples.ts"

/** The number of problems that were turned into messages. */
const counter = vi.hoisted(() => ({ issues: 0 }))
vi.mock("../../mock-server/service/request/input/field-messages.ts", async (original) => {
  const { fieldMessage } = await original<typeof import("../../mock-server/service/request/input/field-messages.ts")>()
  return {
    fieldMessage: (issue: Parameters<typeof fieldMessage>[0]) => {
      counter.issues++
      return fieldMessage(issue)
    },
  }
})

/** Counts the values in a JSON value, itself included, and stops after `most`. */
function countValues(value: unknown, most: number): number {
  const waiting = [value]
  let count = 0
  for (; waiting.length > 0 && count <= most; count++) {
    const next = waiting.pop()
    if (typeof next === "object" && next !== null) for (const inner of Object.values(next)) waiting.push(inner)
  }
  return count
}

/** Bytes: far beyond every other bound. */
const room = 160 * 1024
const repeated = (item: string) => new Array(Math.floor(room / (item.length + 1))).fill(item).join()
const keyed = (value: string) =>
  `{${Array.from({ length: Math.floor(room / (value.length + 10)) }, (_, at) => `"${at.toString(36).padStart(5, "_")}":${value}`)}}`
const long = (text: string) => `"${text.repeat(Math.floor(room / text.length))}"`

/** That much JSON of each kind. */
const heaps = {
  numbers: `[${repeated("0")}]`,
  texts: `[${repeated('""')}]`,
  objects: `[${repeated("{}")}]`,
  "objects with unknown keys": `[${repeated('{"x":1,"y":2}')}]`,
  "objects of many keys": `[${repeated(`{${Array.from({ length: 900 }, (_, at) => `"${at}":0`)}}`)}]`,
  keys: keyed("0"),
  "keys of arrays": keyed("[0]"),
  nesting: "[".repeat(room / 2) + "]".repeat(room / 2),
  "a long text": long("a"),
  "a long blank": long(" "),
  "an address of dots": long("a.b@"),
  "a long name": `{${long("k")}:0}`,
} as const

/** The body of an endpoint's example with a heap at each of its fields, at an unknown field, and as a whole. */
function* bodiesOf(example: unknown, heap: string): Generator<string> {
  yield heap
  if (typeof example !== "object" || example === null) return
  for (const field of [...Object.keys(example), "unknown"]) yield withHeap({ ...example, [field]: hole }, heap)
  for (const [field, inner] of Object.entries(example)) {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) continue
    for (const name of [...Object.keys(inner), "unknown"]) {
      yield withHeap({ ...example, [field]: { ...inner, [name]: hole } }, heap)
    }
  }
}

const hole = "\u0001"
const withHeap = (body: object, heap: string) => JSON.stringify(body).replace('"\\u0001"', () => heap)

/** The number of problems in a response. */
const problemsIn = ({ body }: Called) =>
  Object.values<string[]>(body?.validation_errors ?? {}).reduce((sum, messages) => sum + messages.length, 0)

const json = { "Content-Type": "application/json" }

describe("a large body", () => {
  afterEach(() => vi.restoreAllMocks())

  it.each(Object.entries(heaps))(
    "of %s reaches no schema beyond the bounds, and gets a short response",
    async (_sort, heap) => {
      let parsed = 0
      const parse = JSON.parse
      vi.spyOn(JSON, "parse").mockImplementation((text, revive) => {
        const value = parse(text, revive)
        parsed = Math.max(parsed, countValues(value, limits.jsonValues))
        return value
      })
      for (const endpoint of endpoints) {
        const { call, service } = mock()
        const { body, upload } = { upload: endpoint.spec.upload, ...endpoint.spec.example }
        if (endpoint.spec.body === undefined || upload !== undefined) continue
        const [method, path, { headers, key }] = sample(endpoint)
        for (const raw of bodiesOf(body, heap)) {
          parsed = 0
          counter.issues = 0
          const sent = { raw, headers: { ...headers, ...json }, ...(key !== undefined && { key }) }
          const response = await call(method, path, sent)
          const { name } = endpoint
          expect([name, response.status, response.status < 500]).toEqual([name, response.status, true])
          expect(parsed, name).toBeLessThanOrEqual(limits.jsonValues)
          expect(counter.issues, name).toBeLessThanOrEqual(2 * limits.jsonValues)
          expect(problemsIn(response), name).toBeLessThanOrEqual(limits.problemsNamed)
          // Refusals must be short; an accepted body may be echoed.
          if (response.status >= 400) expect(JSON.stringify(response.body).length, name).toBeLessThan(64 * 1024)
        }
        await service.close()
      }
    },
    600_000,
  )
})

describe("many problems", () => {
  const send = (name: string, raw: string) => {
    const [method, path, { headers }] = sample(endpointNamed(name))
    return mock().call(method, path, { raw, headers: { ...headers, ...json } })
  }

  it("are listed up to a hundred, then summarized", async () => {
    const keys = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 0])))
    const all = await send("contacts.create", keys(limits.problemsNamed - 1))
    const more = await send("contacts.create", keys(limits.jsonKeys))
    expect([all.status, more.status]).toEqual([422, 422])
    expect(problemsIn(all)).toBeLessThanOrEqual(limits.problemsNamed)
    expect(all.body.validation_errors).not.toHaveProperty("body")
    expect(problemsIn(more)).toBe(limits.problemsNamed)
    expect(more.body.validation_errors.body).toEqual(["has more problems than are named here"])
  })

  it("of a query are listed up to a hundred", async () => {
    const query = Array.from({ length: 500 }, (_, at) => `k${at}=1`).join("&")
    expect(problemsIn(await mock().call("PATCH", `/v1/my/account?${query}`, { body: {} }))).toBe(limits.problemsNamed)
  })

  it("have long names shortened", async () => {
    const { body } = await send("contacts.create", `{"${"k".repeat(1_000)}":0}`)
    const longest = Math.max(...Object.keys(body.validation_errors).map(({ length }) => length))
    expect(longest).toBe(limits.problemFieldLength)
  })
})

describe("an array, an object and a body", () => {
  const zeros = (count: number) => new Array<number>(count).fill(0)
  const send = (body: unknown) => mock().call("POST", "/v1/my/flows", { body: { name: "F", trigger: body } })
  const keys = (count: number) => Object.fromEntries(zeros(count).map((_, at) => [`k${at}`, 0]))

  it("have limits for items, keys and values: 422 names the field", async () => {
    for (const [most, more, field, what] of [
      [{ a: zeros(limits.jsonItems) }, { a: zeros(limits.jsonItems + 1) }, "trigger.a", `${limits.jsonItems} items`],
      [keys(limits.jsonKeys), keys(limits.jsonKeys + 1), "trigger", `${limits.jsonKeys} keys`],
      [{ a: zeros(9_000), b: zeros(9_000) }, { a: zeros(9_999), b: zeros(9_999) }, "body", "values in all"],
    ] as const) {
      expect((await send(most)).status).toBe(201)
      const { status, body } = await send(more)
      expect([status, body.validation_errors]).toEqual([422, { [field]: [expect.stringContaining(what)] }])
    }
  })

  it("in the options of an import have the same limits", async () => {
    const form = importForm("email\na@load.test\n", { list_ids: zeros(limits.jsonItems + 1) })
    const { status, body } = await mock().call("POST", "/v1/my/imports", { form })
    expect([status, Object.keys(body.validation_errors)]).toEqual([422, ["options.list_ids"]])
  })

  it("of ten thousand addresses are accepted for a list", async () => {
    const emails = Array.from({ length: limits.bulkEmails }, (_, at) => `a${at}@load.test`)
    const list = endpointNamed("lists.updateContacts")
    const body = { ...Object(list.spec.example?.body), emails }
    expect((await mock().call(...sample(list, { body }))).status).toBe(200)
  })
})
