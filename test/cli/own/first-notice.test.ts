import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import { instanceAt } from "../../../cli/profile/running-mocks.ts"
import { startMockServer } from "../../../mock-server/index.ts"
import { Home } from "./run.ts"

const servers = [await startMockServer({ port: 0 }), await startMockServer({ port: 0 })]
afterAll(() => Promise.all(servers.map((server) => server.close())))

const said = (url = "") => `No profile is set: commands go to the mock server at ${url}.\n`

/** A home where a mock server runs that another process started. */
async function place() {
  const home = new Home()
  onTestFinished(() => home.remove())
  const folder = join(home.folder, "config/state/mocks")
  mkdirSync(folder, { recursive: true })
  return {
    async runs({ url } = servers[0] as (typeof servers)[0]) {
      const note = { url, pid: process.ppid, instance: await instanceAt(url), started_at: "2030-01-01T00:00:00.000Z" }
      writeFileSync(join(folder, `${process.ppid}-1.json`), JSON.stringify(note))
    },
    said: async (session: string | undefined, options: { terminal?: boolean; now?: () => number } = {}) =>
      (await home.run(["account", "get", "--columns", "name"], { ...options, io: { session } })).err,
  }
}

describe("where commands go while no profile is set", () => {
  it.each([true, false])("is said once to a terminal or script, with a terminal %s", async (terminal) => {
    const { runs, said: say } = await place()
    await runs()
    const [first, second] = servers
    expect(await say("one", { terminal })).toBe(said(first?.url))
    expect(await say("one", { terminal })).toBe("")
    expect(await say("two", { terminal })).toBe(said(first?.url))
    await runs(second)
    expect(await say("one", { terminal })).toBe(said(second?.url))
    expect(await say("one", { terminal })).toBe("")
  })

  it("is not said to a command that another one runs", async () => {
    const { runs, said: say } = await place()
    await runs()
    expect(await say(undefined)).toBe("")
  })

  it("is said again after half a day: process ids come back", async () => {
    const { runs, said: say } = await place()
    await runs()
    expect(await say("one")).not.toBe("")
    expect(await say("one", { now: () => Date.now() + 11 * 3_600_000 })).toBe("")
    expect(await say("one", { now: () => Date.now() + 13 * 3_600_000 })).not.toBe("")
  })
})
