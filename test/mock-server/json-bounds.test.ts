import { describe, expect, it } from "vitest"
import { findExcess } from "../../mock-server/base/json-bounds.ts"
import { limits } from "../../sdk/contract/core/limits.ts"
import { mock } from "../support/mock.ts"

const arrays = (depth: number) => "[".repeat(depth) + "]".repeat(depth)

describe("the depth of a JSON text", () => {
  it.each([
    [arrays(4), true],
    [arrays(3), false],
    [`{"a":{"b":{"c":{}}}}`, true],
    [`{"a":{"b":{"c":1}}}`, false],
    [`[[[]],[[]],[[]],[[]],[[]]]`, false],
    [`["[[[[[[[[", "{{{{{{{{"]`, false],
    [`["\\"[[[[[[[[", "\\\\"]`, false],
    [`["\\\\", ${arrays(4)}]`, true],
  ])("of %s exceeds 3: %s", (text, deeper) => {
    const bounds = { depth: 3, items: 100, keys: 100, values: 100 }
    expect(findExcess(bounds, text)?.bound).toBe(deeper ? "depth" : undefined)
  })
})

describe("the bounds of a JSON text", () => {
  const bounds = { depth: 9, items: 3, keys: 2, values: 8 }
  it.each([
    ["[1,2,3]", undefined],
    ["[1,2,3,4]", ["items"]],
    [`{"a":[1,{"b":[ [], {}, "," , 4]}]}`, ["items", "a", 1, "b"]],
    [`{"a":1,"b":2}`, undefined],
    [`{"a":1,"b":2,"c":3}`, ["keys"]],
    [`{"a":1,"a":1,"a":1}`, ["keys"]],
    [`[{"a\\"x":{"a":1,"b":2,"c":3}}]`, ["keys", 0, `a\\"x`]],
    [`["a,b,c,d,e", "\\",f,g,h"]`, undefined],
    ["[[1,2],[3,4],[]]", undefined],
    ["[[1,2],[3,4],[1]]", ["values"]],
  ])("in %s are exceeded at %j", (text, excess) => {
    const violation = findExcess(bounds, text)
    expect(violation && [violation.bound, ...violation.path]).toEqual(excess)
  })
})

it("a body nested deeper than the limit is 400, and nothing is stored [36.7]", async () => {
  const { call } = mock()
  const flow = (depth: number) => `{"name":"Deep","trigger":{"a":${arrays(depth)}},"steps":[]}`
  const send = (raw: string) => call("POST", "/v1/my/flows", { raw, headers: { "Content-Type": "application/json" } })
  expect((await send(flow(9_000))).status).toBe(400)
  expect((await send(flow(limits.jsonDepth - 1))).status).toBe(400)
  expect((await call("GET", "/v1/my/flows")).body).toEqual([])
  expect((await send(flow(limits.jsonDepth - 2))).status).toBe(201)
})

it("a body may start with a byte order mark", async () => {
  const { call } = mock()
  const raw = '\ufeff{"email":"zoe@example.test","first_name":"Zo\u00eb"}'
  const { status, body } = await call("POST", "/v1/my/contacts", {
    raw,
    headers: { "Content-Type": "application/json" },
  })
  expect([status, body.first_name]).toEqual([201, "Zo\u00eb"])
})
