import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { describe, expect, it, vi } from "vitest"
import { startMockServer } from "../../mock-server/index.ts"
import { World } from "../../mock-server/world/world.ts"
import { takeComplaints } from "../support/checked-service.ts"
import { root } from "../support/files.ts"
import { mock } from "../support/mock.ts"
import { complaints, type SeenAnswer } from "../support/response-check.ts"

const json = { "content-type": "application/json; charset=utf-8" }
const pages = { "x-total-count": "1", "x-total-pages": "1", "x-page-number": "1" }

const list = { id: 1, brand_id: 1, name: "Newsletter", contacts_count: 3, created_at: "", updated_at: "" }
const moment = "2026-03-01T12:00:00.000Z"
const good = { ...list, created_at: moment, updated_at: moment }

const responseLike = (over: Partial<SeenAnswer>): SeenAnswer => ({
  method: "GET",
  path: "/v1/my/lists?page=1",
  status: 200,
  headers: new Headers({ ...json, ...pages }),
  text: JSON.stringify([good]),
  ...over,
})

describe("the check of every response against the OpenAPI document", () => {
  it("accepts a valid response", () => {
    expect(complaints(responseLike({}))).toEqual([])
  })

  it.each<[string, Partial<SeenAnswer>]>([
    ["a field of the wrong type", { text: JSON.stringify([{ ...good, contacts_count: "3" }]) }],
    ["a field that is missing", { text: JSON.stringify([{ ...good, name: undefined }]) }],
    ["an undeclared field", { text: JSON.stringify([{ ...good, secret: 1 }]) }],
    ["an invalid timestamp", { text: JSON.stringify([{ ...good, created_at: "today" }]) }],
    ["a record instead of a list", { text: JSON.stringify(good) }],
    ["a missing header", { headers: new Headers(json) }],
    ["a header that is not a number", { headers: new Headers({ ...json, ...pages, "x-total-count": "many" }) }],
    ["another content type", { headers: new Headers({ ...pages, "content-type": "text/html" }) }],
    ["a status that is not declared", { status: 201 }],
    ["an error without its shape", { status: 404, text: "{}" }],
    [
      "an error code of other endpoints",
      { status: 404, text: '{"code":404,"message":"No","error":true,"error_code":"campaign_locked"}' },
    ],
    ["401 without WWW-Authenticate", { status: 401, text: '{"code":401,"message":"No","error":true}' }],
    ["a success where there is no operation", { method: "PUT" }],
    ["a body with 204", { method: "DELETE", path: "/v1/logout", status: 204 }],
  ])("detects %s [1.1] [35.1]", (_what, over) => {
    expect(complaints(responseLike(over))).not.toEqual([])
  })

  it("fails a test if the service responds with something the document does not declare", async () => {
    const { call, world } = mock()
    const row = world.tables.lists.get(1)
    if (row !== undefined) world.tables.lists.update(row, { created_at: "soon" })
    await expect(call("GET", "/v1/my/lists")).rejects.toThrow("created_at")
  })

  it("checks responses over HTTP too [1.1]", async () => {
    const server = await startMockServer({ port: 0, clock: "frozen" })
    const timestamp = vi.spyOn(World.prototype, "timestamp").mockReturnValue("soon")
    const headers = { Authorization: `Bearer ${server.apiKey}`, "Content-Type": "application/json" }
    await fetch(`${server.url}/v1/my/lists`, { method: "POST", headers, body: '{"name":"Planted"}' })
    timestamp.mockRestore()
    expect(takeComplaints()).toEqual([expect.stringContaining("created_at")])
    await server.close()
  })

  it("lets a fault response an undeclared status, but checks everything else about it", async () => {
    const { call, control, world } = mock()
    control.faults.add({ method: "GET", path: "/v1/my/lists", status: 418, times: 1 })
    expect((await call("GET", "/v1/my/lists")).status).toBe(418)
    const row = world.tables.lists.get(1)
    if (row !== undefined) world.tables.lists.update(row, { created_at: "soon" })
    await expect(call("GET", "/v1/my/lists")).rejects.toThrow("created_at")
  })

  it("fails such a test in every file of a worker, and names the response", () => {
    const vitest = join(root, "node_modules/vitest/vitest.mjs")
    const args = ["run", "--config=test/support/planted/vitest.config.ts", "--reporter=json"]
    const { stdout } = spawnSync(process.execPath, [vitest, ...args], {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, NODE_OPTIONS: "" },
    })
    const { testResults }: VitestReport = JSON.parse(stdout.slice(stdout.indexOf("{")))
    const failures = testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ title, status, failureMessages }) => [title, status, failureMessages.join("\n")]),
    )
    expect(failures.sort()).toEqual([
      [
        "lets /0/created_at be wrong",
        "failed",
        expect.stringContaining("GET /v1/my/lists responded with 200: /0/created_at"),
      ],
      [
        "lets /0/updated_at be wrong",
        "failed",
        expect.stringContaining("GET /v1/my/lists responded with 200: /0/updated_at"),
      ],
    ])
  })
})

/** The output of Vitest's `json` reporter. */
interface VitestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}
