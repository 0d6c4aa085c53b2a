import { afterEach, describe, expect, it } from "vitest"
import { homeWithService, rowsIn } from "../own/run.ts"

let sandbox = homeWithService()
afterEach(async () => {
  await sandbox.close()
  sandbox = homeWithService()
})

describe("a followed list", () => {
  it("prints existing rows, then NDJSON for each new one, until Ctrl-C", async () => {
    await sandbox.run(["account", "get"])
    for (const group of ["lists", "contacts"]) await sandbox.run([group, "list"])
    const running = sandbox.home.start(["mock", "requests", "--follow", "--path", "/v1/my/*s"])
    await running.stdout.until(/my\/contacts/)
    await sandbox.run(["account", "get"])
    await sandbox.run(["segments", "list"])
    await running.stdout.until(/my\/segments/)
    running.interrupt()
    const { code, out } = await running.ended
    expect(code).toBe(130)
    const paths = rowsIn(out).map((row) => row.path)
    expect(paths).toEqual(["/v1/my/lists", "/v1/my/contacts", "/v1/my/segments"])
  })

  it("continues after a reset of the world", async () => {
    for (const _ of [1, 2, 3]) await sandbox.run(["lists", "list"])
    // The server says at once that nothing arrived.
    const fetch: typeof sandbox.service.fetch = (input, init) =>
      sandbox.service.fetch(String(input).replace("timeout=2000", "timeout=1"), init)
    const running = sandbox.home.start(["mock", "requests", "-f", "-o", "ndjson"], { io: { fetch } })
    await running.stdout.until(/"id":3/)
    await sandbox.run(["mock", "reset"])
    await sandbox.run(["account", "get"])
    await running.stdout.until(/my\/account/)
    running.interrupt()
    await running.ended
  })

  it.each(["messages", "deliveries"])("can be the %s", async (list) => {
    const running = sandbox.home.start(["mock", list, "--follow"])
    running.interrupt()
    expect(await running.ended).toMatchObject({ code: 130, out: "" })
  })
})
