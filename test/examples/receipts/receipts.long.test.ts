import { spawn } from "node:child_process"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { type MockServer, startMockServer } from "../../../mock-server/index.ts"
import { type Crash, eachCrash } from "../../support/crash.ts"
import { lineOf } from "../../support/example.ts"
import { bundleApp, type Swaps } from "../../support/example-app.ts"
import { strangeVersions } from "../../support/example-folder.ts"
import { readProjectFile } from "../../support/files.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { live, place, portOf } from "./receipts.ts"

interface Credentials {
  readonly MAS_BASE_URL: string
  readonly MAS_API_KEY: string
}

const limit = { timeout: 900_000 }

describe("examples/receipts", limit, () => {
  let server: MockServer
  let program: string
  beforeAll(async () => {
    ;[server, program] = await Promise.all([startMockServer({ port: 0 }), bundleApp("receipts/server.ts")])
  }, 120_000)
  afterAll(() => server.close())

  /** A life in which each order gets one message, the one that is known. */
  async function oneMessageEach(orders: readonly string[], crashes: readonly Crash[]) {
    const { killed, messages, known } = await live({ server, program, orders, crashes })
    expect({ killed, orders: messages.map(({ order }) => order).sort() }).toEqual({ killed, orders })
    expect(known).toEqual(expect.arrayContaining([...messages]))
    return killed
  }

  it("asks for the packages that it is tried with", () => {
    expect(strangeVersions("receipts")).toEqual([])
  })

  it.each(["in the midst of a write", "before fsyncSync", "before a request", "after a request"])(
    "sends one message an order, killed %s",
    async (step) => {
      expect(await oneMessageEach(["1"], [step])).toEqual([step])
    },
  )

  it("sends one message an order, killed at each of its steps", async () => {
    const orders = ["1", "2"]
    const steps = await eachCrash((step) => oneMessageEach(orders, [step]))

    for (const what of ["write", "fsyncSync", "a request"])
      expect(steps).toEqual(expect.arrayContaining([`before ${what}`, `after ${what}`]))
    expect(steps.filter((name) => name === "in the midst of a write")).toHaveLength(2 * orders.length)
  })

  it.each(["in the midst of a write", "after a request"])(
    "sends one message an order, killed %s and again at each step after that",
    async (first) => {
      const steps = await eachCrash(async (second) => (await oneMessageEach(["1"], [first, second])).slice(1))
      expect(steps).toContain("after a request")
    },
  )

  describe("is found out", () => {
    const withFault = async (swaps: Swaps, crash: Crash) =>
      live({ server, program: await bundleApp("receipts/server.ts", swaps), orders: ["1"], crashes: [crash] })

    it("with a key that is made up for each attempt", async () => {
      const key = `import { idempotencyKey } from "mas-sdk"\nexport const receiptKey = () => idempotencyKey.random()`
      expect((await withFault({ "key.ts": key }, "after a request")).messages).toHaveLength(2)
    })

    it("with a journal that leaves half a line where it is", async () => {
      const source = readProjectFile("examples/receipts/journal.ts")
      const journal = source.replace("if (end < bytes.length) ftruncateSync", "ftruncateSync.name; void")
      expect(journal).not.toBe(source)
      await expect(withFault({ "journal.ts": journal }, "in the midst of a write")).rejects.toThrow(SyntaxError)
    })
  })

  it.each<[string, (right: Credentials) => Partial<Credentials>]>([
    ["no key", ({ MAS_BASE_URL }) => ({ MAS_BASE_URL })],
    ["a wrong key", (right) => ({ ...right, MAS_API_KEY: "maskey_live_wrong" })],
    ["a wrong address", (right) => ({ ...right, MAS_BASE_URL: `${right.MAS_BASE_URL}/elsewhere` })],
  ])("keeps the receipts of a service that was started with %s", async (_what, wrong) => {
    const world = server.world.createWorld()
    const folder = temporaryFolder(onTestFinished)
    const { MAS_API_KEY: _, ...others } = process.env
    const start = (credentials: Partial<Credentials>) => {
      const env = { ...others, ...credentials, PORT: "0" }
      const child = spawn(process.execPath, [program, join(folder, "orders.ndjson")], { env })
      onTestFinished(() => void child.kill())
      return child
    }
    const right = { MAS_BASE_URL: world.url, MAS_API_KEY: world.apiKey }
    const first = start(wrong(right))
    const said = lineOf(first, /Order 1 (.*)/)
    await place(await portOf(first), "1")
    expect((await said)[1]).toMatch(/^waits: /)
    first.kill()
    await lineOf(start(right), /Order 1 is sent/)
    expect(world.messages.list()).toHaveLength(1)
  })

  it("names what is wrong with an order, and what will never be sent", async () => {
    const world = server.world.createWorld()
    world.faults.add({ path: "/v1/my/messages", status: 422, times: 1 })
    const folder = temporaryFolder(onTestFinished)
    const env = { ...process.env, MAS_BASE_URL: world.url, MAS_API_KEY: world.apiKey, PORT: "0" }
    const child = spawn(process.execPath, [program, join(folder, "orders.ndjson")], { env })
    onTestFinished(() => void child.kill())
    const failed = lineOf(child, /Order 1 is failed/)
    const address = `http://127.0.0.1:${await portOf(child)}`
    const ask = async (method: string, path: string, body?: unknown) => {
      const response = await fetch(address + path, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
      return [response.status, await response.json()]
    }
    const order = { customer: "ana@example.test", totalCents: 1_200 }
    expect(await ask("PUT", "/orders/1", { ...order, customer: "ana" })).toEqual([
      400,
      { error: "customer must be an e-mail address" },
    ])
    expect(await ask("PUT", "/orders/1", { ...order, totalCents: -1 })).toEqual([
      400,
      { error: "totalCents must be a whole number, not below 0" },
    ])
    expect(await ask("PUT", "/orders/1")).toEqual([400, { error: expect.stringMatching(/^The body must be JSON/) }])
    expect(await ask("PUT", "/orders/1", order)).toEqual([200, { receipt: { status: "open" } }])
    expect(await ask("PUT", "/orders/1", { ...order, totalCents: 1 })).toEqual([
      409,
      { error: "Order 1 is another one" },
    ])
    await failed
    expect(await ask("GET", "/orders/1")).toEqual([
      200,
      { receipt: { status: "failed", reason: expect.stringContaining("422") } },
    ])
    expect(await ask("GET", "/orders/2")).toEqual([404, { error: "There is no order 2" }])
  })
})
