import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let sandbox = homeWithService(options)
afterEach(async () => {
  await sandbox.close()
  sandbox = homeWithService(options)
})

describe("mas mock faults", () => {
  it("adds, lists, removes and clears faults", async () => {
    const words = ["mock", "faults", "--path", "/v1/my/lists", "--status", "429", "--retry-after", "7", "--times", "1"]
    const { json: fault } = await sandbox.run(words)
    expect(fault).toMatchObject({ path: "/v1/my/lists", status: 429, retry_after: 7, times: 1 })
    expect((await sandbox.run(["mock", "faults"])).json).toEqual([fault])
    expect((await sandbox.run(["lists", "list", "--max-retries", "0"])).code).toBe(7)
    await sandbox.run(["mock", "faults", "--remove", String(fault.id)])
    await sandbox.run(["mock", "faults", "--drop", "before"])
    await sandbox.run(["mock", "faults", "--clear"])
    expect(sandbox.service.world.faults.list()).toEqual([])
  })

  it("lists how often each fault has fired, and its probability", async () => {
    await sandbox.run(["mock", "faults", "--path", "/v1/my/lists", "--status", "429", "--probability", "1"])
    await sandbox.run(["lists", "list", "--max-retries", "0"])
    const { out } = await sandbox.run(["mock", "faults", "--output", "csv"])
    const [head = "", row = ""] = out.split("\n").map((line) => line.split(","))
    expect([row[head.indexOf("fired")], row[head.indexOf("probability")]]).toEqual(["1", "1"])
  })

  it("refuses a fault that does nothing", async () => {
    const { code, err } = await sandbox.run(["mock", "faults", "--path", "/v1/my/lists"])
    expect([code, err]).toEqual([6, expect.stringContaining("status or drop, latency_ms")])
  })

  it("adds faults of requests and of deliveries", async () => {
    const flags = [
      "--status",
      "502",
      "--body",
      "<html>",
      "--headers",
      "server=proxy",
      "--query",
      "page=2",
      "--from",
      "3",
    ]
    expect((await sandbox.run(["mock", "faults", ...flags])).json).toMatchObject({
      on: "request",
      status: 502,
      body: "<html>",
      headers: { server: "proxy" },
      query: { page: "2" },
      from: 3,
    })
    const more = ["--on", "delivery", "--event-type", "email.*", "--delay", "5m", "--reorder", "--times", "1"]
    expect((await sandbox.run(["mock", "faults", ...more])).json).toMatchObject({
      on: "delivery",
      event_type: "email.*",
      delay_ms: 300_000,
      reorder: true,
    })
    const { code, err } = await sandbox.run(["mock", "faults", "--on", "delivery", "--times", "1"])
    expect([code, err]).toEqual([6, expect.stringContaining("drop or delay, duplicate, reorder or signature")])
  })

  it("takes a path without its first slash, and refuses one that Git Bash made a file's", async () => {
    const fault = (path: string) => sandbox.run(["mock", "faults", "--path", path, "--status", "503"])
    expect((await fault("v1/my/lists")).json.path).toBe("/v1/my/lists")
    const { code, err } = await fault("C:/Program Files/Git/v1/my/lists")
    expect([code, err]).toEqual([6, expect.stringContaining("Omit the first slash")])
    expect(sandbox.service.world.faults.list()).toHaveLength(1)
  })

  it("uses the faults of a profile, with a seed for their probability", async () => {
    const { json } = await sandbox.run(["mock", "faults", "--use", "storm", "--seed", "7"])
    expect(json).toEqual(sandbox.service.world.faults.list())
    expect((await sandbox.run(["mock", "faults", "--use", "calm"])).json).toEqual([])
    expect((await sandbox.run(["mock", "faults", "--seed", "7"])).code).toBe(2)
  })
})
