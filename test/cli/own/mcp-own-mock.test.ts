import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { instanceAt } from "../../../cli/connection/profile/running-mocks.ts"
import { type MockServer, startMockServer } from "../../../mock-server/index.ts"
import { LocalMcpSession } from "./local-mcp-session.ts"
import { Home } from "./run.ts"

const home = new Home()
const other = await startMockServer({ port: 0 })
afterAll(async () => {
  home.remove()
  await other.close()
})

/** Registers a server as started by another process, later than any of these. */
async function registerAs({ url }: MockServer, started_at = "2999-01-01T00:00:00.000Z"): Promise<void> {
  const folder = join(home.folder, "config/state/mocks")
  const note = { url, pid: process.ppid, instance: await instanceAt(url), started_at }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${process.ppid}-${new URL(url).port}.json`), JSON.stringify(note))
}

describe("a session with its own mock server, after another was started", () => {
  it.each([[[]], [["--profile", "mock"]]])("calls its own, and names it: mas mcp %j", async (args) => {
    const session = await LocalMcpSession.open(home, args)
    const started = await session.mock("mock.start", { port: 0 })
    const { url } = started.data.result
    expect(started.data.next).toContain(`call and mock go to ${url}.`)
    await registerAs(other)
    const creation = await session.call("contacts.create", { email: "ada@b.test" })
    const listed = await session.call("contacts.list", { limit: 1 })
    const steered = await session.mock("mock.requests")
    const failedRead = await session.call("templates.get", { id: 999 })
    const wrong = await session.mock("mock.rewind", { name: "none" })
    expect([creation.data.at, listed.data.at, steered.data.at, failedRead.data.error.at, wrong.data.error.at]).toEqual(
      Array(5).fill(url),
    )
    await session.mock("mock.stop")
    expect((await session.call("contacts.list")).data.at).toBe(other.url)
    expect((await session.mock("mock.clock")).data.at).toBe(other.url)
    await session.close()
  })

  it("keeps the address that it was given, and says so", async () => {
    const session = await LocalMcpSession.open(home, ["--base-url", other.url, "--api-key", other.apiKey])
    const { data } = await session.mock("mock.start", { port: 0 })
    expect(data.next).toContain(`call and mock go to ${other.url}.`)
    expect((await session.call("contacts.list")).data.at).toBe(other.url)
    await session.close()
  })
})

describe("a session without its own mock server", () => {
  it("switches to another mock server if the one that it called is gone", async () => {
    const first = await startMockServer({ port: 0 })
    rmSync(join(home.folder, "config/state/mocks"), { recursive: true })
    await registerAs(first, "2999-01-02T00:00:00.000Z")
    const session = await LocalMcpSession.open(home, ["--max-retries", "0"])
    expect((await session.call("contacts.list")).data.at).toBe(first.url)
    await registerAs(other, "2999-01-03T00:00:00.000Z")
    expect((await session.call("contacts.list")).data.at).toBe(first.url)
    expect((await session.mock("mock.clock")).data.at).toBe(first.url)
    await first.close()
    expect((await session.call("contacts.list")).data.error.at).toBe(first.url)
    expect((await session.call("contacts.list")).data.at).toBe(other.url)
    await session.close()
  })
})
