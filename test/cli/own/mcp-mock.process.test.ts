import { execFile } from "node:child_process"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { McpSession } from "./mcp-client.ts"
import { builtEntry } from "./terminal.ts"

let session: McpSession
beforeAll(async () => {
  session = await McpSession.open(["--no-hold"])
})
afterAll(() => session.close())

const mock = (name: string, input: Record<string, unknown> = {}) => session.tool("mock", { name, input })

/** Runs the command line in another terminal of the same user. */
const elsewhere = (...words: string[]): Promise<{ code: number; err: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, MAS_CONFIG_DIR: session.folder }
    execFile(process.execPath, [builtEntry(), ...words], { env, cwd: session.folder }, (error, _, err) =>
      resolve({ code: Number(error?.code ?? 0), err }),
    )
  })

describe("a mock server that a session started", () => {
  it("is stopped by the session, which continues; the last one first", async () => {
    const [first, second] = [await mock("mock.start", { port: 0 }), await mock("mock.start", { port: 0 })]
    const stopped = await mock("mock.stop")
    expect(stopped.data).toMatchObject({ result: `The mock server at ${second.data.result.url} has ended.` })
    await expect(fetch(second.data.result.url)).rejects.toThrow()
    expect((await fetch(`${first.data.result.url}/_mock/clock`)).status).toBe(200)
    expect((await mock("mock.stop", { all: true })).isError).toBe(false)
    await expect(fetch(first.data.result.url)).rejects.toThrow()
    expect((await mock("mock.stop")).data.error.code).toBe("not_running")
  })

  it("is not stopped from another terminal, since that would end the session", async () => {
    const { data } = await mock("mock.start", { port: 0 })
    const stopAttempt = await elsewhere("mock", "stop")
    expect([stopAttempt.code, stopAttempt.err]).toEqual([1, expect.stringContaining("part of `mas mcp`")])
    const detachedStart = await elsewhere("mock", "start", "--port", "0", "--detach")
    expect(detachedStart.code).toBe(0)
    const all = await elsewhere("mock", "stop", "--all")
    expect([all.code, all.err]).toEqual([0, expect.stringContaining(`${data.result.url} is part of`)])
    expect((await fetch(`${data.result.url}/_mock/clock`)).status).toBe(200)
    await mock("mock.stop")
  })
})

describe("calls with the profile mock", () => {
  it.each([[[]], [["--profile", "mock"]]])(
    "go to the last mock server that the session started: mas mcp %j",
    async (args) => {
      const other = await McpSession.open(args, { env: {} })
      const steer = async (name: string, input = {}) => (await other.tool("mock", { name, input })).data
      for (let round = 0; round < 2; round += 1) {
        await steer("mock.start", { port: 0 })
        expect((await other.call("lists.create", { name: "New" })).isError).toBe(false)
        expect((await steer("mock.requests")).result).toHaveLength(1)
      }
      const firstCall = await other.call("memberships.remove", { id: 2 })
      await steer("mock.start", { port: 0 })
      const agreed = await other.call("memberships.remove", { id: 2 }, { confirm_token: firstCall.data.confirm_token })
      expect(agreed.data.error.code).toBe("confirmation_refused")
      await other.close()
    },
  )
})

describe("a session", () => {
  it.each([
    ["mock.snapshot", { to: "snapshot.json" }],
    ["mock.fixtures", { from: "fixtures.yaml" }],
    ["mock.inbound", { from: "ada@b.test", to: "inbox@acme.test", subject: "Hi", attach: ["/etc/hosts"] }],
    ["mock.start", { port: 0, state: "world.json" }],
    ["mock.restore", { file: "snapshot.json" }],
    ["mock.requests", { follow: true }],
    ["mock.deliveries", { follow: true }],
  ])("takes no paths and follows no list: %s", async (name, input) => {
    expect((await mock(name, input)).isError).toBe(true)
    const { text } = await session.tool("describe", { name })
    expect(text).not.toMatch(/"(attach|unscanned|state|follow)"/)
  })

  it("treats a value that looks like @file as text", async () => {
    const mail = { from: "ada@b.test", to: "inbox@acme.test", subject: "@/etc/hosts", text: "@@home" }
    expect((await mock("mock.inbound", mail)).isError).toBe(false)
    expect((await mock("mock.snapshot")).text).toContain("@/etc/hosts")
  })
})

describe("a mail that the mock server sent", () => {
  it.each([
    ["mock.outbox", {}],
    ["mock.snapshot", {}],
  ])("is shown by %s with its token removed", async (name, input) => {
    await session.call("invites.create", { email: `${name}@b.test`, role: "member" })
    const { text, isError } = await mock(name, input)
    expect([isError, text]).toEqual([false, expect.stringContaining("Accept with this token by ")])
    const tokens = session.server.world.serviceMail().map(({ data }) => data.token)
    expect(tokens).toContainEqual(expect.any(String))
    for (const token of tokens) expect(text).not.toContain(token)
  })
})
