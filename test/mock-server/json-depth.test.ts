import { describe, expect, it } from "vitest"
import { isDeeperThan } from "../../mock-server/request/input/json-depth.ts"
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
  ])("of %s past 3 is %s", (text, deeper) => {
    expect(isDeeperThan(3, text)).toBe(deeper)
  })
})

it("a body nested deeper than the limit is 400, and nothing is stored [Limits]", async () => {
  const { call } = mock()
  const flow = (depth: number) => `{"name":"Deep","trigger":{"a":${arrays(depth)}},"steps":[]}`
  const send = (raw: string) => call("POST", "/v1/my/flows", { raw, headers: { "Content-Type": "application/json" } })
  expect((await send(flow(9_000))).status).toBe(400)
  expect((await send(flow(limits.jsonDepth - 1))).status).toBe(400)
  expect((await call("GET", "/v1/my/flows")).body).toEqual([])
  expect((await send(flow(limits.jsonDepth - 2))).status).toBe(201)
})
