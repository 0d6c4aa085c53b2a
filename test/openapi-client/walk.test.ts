import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { complaints } from "../support/response-check.ts"
import { described, reachAll } from "./reach.ts"

let server: MockServer

beforeAll(async () => {
  server = await startMockServer({ port: 0, clock: "frozen" })
})

afterAll(async () => {
  await server.close()
})

describe("a generated client for the OpenAPI document", () => {
  it("reaches every endpoint over HTTP, and gets what the document specifies", { tags: "slow" }, async () => {
    const wrong: string[] = []
    const reached = await reachAll(server, server.url, async ({ method, url }, response) => {
      const { status, headers } = response
      wrong.push(...complaints({ method, path: new URL(url).pathname, status, headers, text: await response.text() }))
    })
    expect(wrong).toEqual([])
    expect([...reached].sort()).toEqual(described().sort())
  })
})
