import { spawn } from "node:child_process"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { type MockServer, startMockServer } from "../../../mock-server/index.ts"
import { type Crash, eachCrash } from "../../support/crash.ts"
import { bundleApp } from "../../support/example-app.ts"
import { strangeVersions } from "../../support/example-folder.ts"
import { readProjectFile } from "../../support/files.ts"
import { repetitions } from "../../support/repetitions.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { live, placeOrder, portOf, receiptOf } from "./receipts.ts"

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
  })
  afterAll(() => server.close())

  /** Runs the orders, and checks that each gets one message, whose id the service knows. */
  async function oneMessageEach(orders: readonly string[], crashes: readonly Crash[]) {
    const { killed, messages, sentRecords } = await live({ server, program, orders, crashes })
    expect({ killed, orders: messages.map(({ order }) => order).sort() }).toEqual({ killed, orders })
    expect(sentRecords).toEqual(expect.arrayContaining([...messages]))
    return killed
  }

  it("requires the package versions under test", () => {
    expect(strangeVersions("receipts")).toEqual([])
  })

  it.each(
    ["insert into orders", "insert", "update", "commit", "a request"].flatMap((what) => [
      `before ${what}`,
      `after ${what}`,
    ]),
  )("sends one message per order when killed %s", async (step) => {
    expect(await oneMessageEach(["1"], [step])).toEqual([step])
  })

  it("sends one message per order when killed anywhere", async () => {
    // The poller repeats its queries, so a number is another step in each run, and most of them the same query: the steps that
    // must be among them are tested by name, above.
    const stride = repetitions(14, 1)
    const steps = await eachCrash((step) => oneMessageEach(["1"], [step]), stride)
    expect(steps.length).toBeGreaterThan(40 / stride)
  })

  it.each(["after update", "before a request", "after a request"])(
    "sends one message per order when killed after a request and again %s",
    async (second) => {
      expect(await oneMessageEach(["1", "2"], ["after a request", second])).toHaveLength(2)
    },
  )

  it("fails after a crash if order and receipt are in two transactions", async () => {
    const source = readProjectFile("examples/receipts/receipts.ts")
    const swapped = source.replace("db.transaction((", "((")
    expect(swapped).not.toBe(source)
    const faulty = await bundleApp("receipts/server.ts", { "receipts.ts": swapped })
    const life = live({ server, program: faulty, orders: ["1"], crashes: ["after insert into orders"] })
    await expect(life).rejects.toThrow("UNIQUE constraint failed: orders.id")
  })

  it.each<[string, (right: Credentials) => Partial<Credentials>]>([
    ["no key", ({ MAS_BASE_URL }) => ({ MAS_BASE_URL })],
    ["a wrong key", (right) => ({ ...right, MAS_API_KEY: "maskey_live_wrong" })],
    ["a wrong address", (right) => ({ ...right, MAS_BASE_URL: `${right.MAS_BASE_URL}/elsewhere` })],
  ])("keeps the receipts of a service started with %s", async (_what, wrong) => {
    const world = server.world.worlds.create()
    const folder = temporaryFolder(onTestFinished)
    const { MAS_API_KEY: _, ...others } = process.env
    const start = (credentials: Partial<Credentials>) => {
      const env = { ...others, ...credentials, PORT: "0", LEASE: "0.1" }
      const child = spawn(process.execPath, [program, join(folder, "orders.db")], { env })
      onTestFinished(() => void child.kill())
      return child
    }
    const right = { MAS_BASE_URL: world.url, MAS_API_KEY: world.apiKey }
    const first = start(wrong(right))
    const port = await portOf(first)
    await placeOrder(port, "1")
    expect(await receiptOf(port, "1", "problem")).toMatchObject({ status: "open" })
    first.kill()
    await receiptOf(await portOf(start(right)), "1", "sent")
    expect(world.messages.list()).toHaveLength(1)
  })

  it("names the problem of an order, and receipts that will never be sent", async () => {
    const world = server.world.worlds.create()
    world.faults.add({ path: "/v1/my/messages", status: 422, times: 1 })
    const folder = temporaryFolder(onTestFinished)
    const env = { ...process.env, MAS_BASE_URL: world.url, MAS_API_KEY: world.apiKey, PORT: "0" }
    const child = spawn(process.execPath, [program, join(folder, "orders.db")], { env })
    onTestFinished(() => void child.kill())
    const port = await portOf(child)
    const address = `http://127.0.0.1:${port}`
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
    await receiptOf(port, "1", "failed")
    expect(await ask("GET", "/orders/1")).toEqual([
      200,
      { receipt: { status: "failed", reason: expect.stringContaining("422") } },
    ])
    expect(await ask("GET", "/orders/2")).toEqual([404, { error: "There is no order 2" }])
  })
})
