import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import { instanceAt } from "../../../cli/connection/profile/running-mocks.ts"
import { startMockServer } from "../../../mock-server/index.ts"
import { Home } from "./run.ts"

const servers = [await startMockServer({ port: 0 }), await startMockServer({ port: 0 })]
afterAll(() => Promise.all(servers.map((server) => server.close())))

const noteFor = (url = "") => `No profile is set: commands go to the mock server at ${url}.\n`

/** A home with a running mock server that another process started. */
async function homeBesideMock() {
  const home = new Home()
  onTestFinished(() => home.remove())
  const folder = join(home.folder, "config/state/mocks")
  mkdirSync(folder, { recursive: true })
  return {
    async runs({ url } = servers[0] as (typeof servers)[0]) {
      const note = { url, pid: process.ppid, instance: await instanceAt(url), started_at: "2030-01-01T00:00:00.000Z" }
      writeFileSync(join(folder, `${process.ppid}-1.json`), JSON.stringify(note))
    },
    printed: async (options: { terminal?: boolean; now?: () => number } = {}) =>
      (await home.run(["account", "get", "--columns", "name"], options)).err,
  }
}

describe("the note about the default mock server", () => {
  it.each([true, false])("is printed once for each mock server, with a terminal %s", async (terminal) => {
    const { runs, printed } = await homeBesideMock()
    await runs()
    const [first, second] = servers
    expect(await printed({ terminal })).toBe(noteFor(first?.url))
    expect(await printed({ terminal })).toBe("")
    await runs(second)
    expect(await printed({ terminal })).toBe(noteFor(second?.url))
    expect(await printed({ terminal })).toBe("")
  })

  it("is printed again after half a day", async () => {
    const { runs, printed } = await homeBesideMock()
    await runs()
    expect(await printed()).not.toBe("")
    expect(await printed({ now: () => Date.now() + 11 * 3_600_000 })).toBe("")
    expect(await printed({ now: () => Date.now() + 13 * 3_600_000 })).not.toBe("")
  })
})
