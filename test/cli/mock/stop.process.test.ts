import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { instanceAt } from "../../../cli/connection/profile/running-mocks.ts"
import { type MockServer, startMockServer } from "../../../mock-server/index.ts"
import { Home } from "../own/run.ts"

let home = new Home()
const servers: MockServer[] = []
const processes: ChildProcess[] = []
afterEach(async () => {
  home.remove()
  home = new Home()
  for (const child of processes.splice(0)) child.kill("SIGKILL")
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const folder = () => join(home.folder, "config/state/mocks")
function errorOf({ err }: { err: string }) {
  const { code, message, hint } = JSON.parse(err.slice(err.indexOf("{"))).error
  return { code, message, hint }
}

/** A process to end in place of a mock server. */
async function startProcess(first = ":"): Promise<{ pid: number; ended: Promise<unknown> }> {
  const child = spawn("sh", ["-c", `${first}; echo up; exec sleep 60`])
  processes.push(child)
  await once(child.stdout, "data")
  return { pid: child.pid ?? 0, ended: once(child, "exit") }
}

/** Starts a mock server in this process, registered as one of the given process. */
async function startServer(pid: number, note: object = {}): Promise<string> {
  const server = await startMockServer({ port: 0, clock: "frozen" })
  servers.push(server)
  const { url } = server
  const instance = await instanceAt(url)
  const started_at = new Date(Date.UTC(2026, 0, servers.length)).toISOString()
  mkdirSync(folder(), { recursive: true })
  writeFileSync(
    join(folder(), `${pid}-${new URL(url).port}.json`),
    JSON.stringify({ url, pid, instance, started_at, ...note }),
  )
  return url
}

describe("mas mock stop", () => {
  it("ends the process of the one that was started in this folder, and no other", async () => {
    const [first, second] = [await startProcess(), await startProcess()]
    await startServer(first.pid)
    const url = await startServer(second.pid, { folder: home.folder })
    expect(await home.run(["mock", "stop"])).toMatchObject({
      ...{ code: 0, out: "", err: expect.stringContaining(`The mock server at ${url} has ended.\n`) },
    })
    await second.ended
    expect(process.kill(first.pid, 0)).toBe(true)
  })

  it("ends the one at an address, however that ends, or all", async () => {
    const [first, second, third] = [await startProcess(), await startProcess(), await startProcess()]
    const url = await startServer(first.pid)
    await startServer(second.pid)
    await startServer(third.pid)
    const { err } = await home.run(["mock", "stop", "--base-url", `${url}//`])
    expect(err).toBe(`The mock server at ${url} has ended.\n`)
    await first.ended
    expect((await home.run(["mock", "stop", "--all"])).err.match(/has ended/g)).toHaveLength(2)
    await Promise.all([second.ended, third.ended])
  })

  it("ends none in a dry run, and says which it would", async () => {
    const { pid } = await startProcess()
    const url = await startServer(pid)
    const { code, err } = await home.run(["mock", "stop", "--dry-run"])
    const expectedText = `Nothing was stopped: this is a dry run. ${url} is process ${pid}.\n`
    expect([code, err]).toEqual([0, expect.stringContaining(expectedText)])
    expect(process.kill(pid, 0)).toBe(true)
  })

  it("leaves one alone that is part of more, and says so", async () => {
    const [guest, standalone] = [await startProcess(), await startProcess()]
    const url = await startServer(guest.pid, { is_guest: true })
    const notice = `The mock server at ${url} is part of \`mas mcp\` (process ${guest.pid})`
    const alone = await home.run(["mock", "stop", "--all"])
    expect([alone.code, errorOf(alone)]).toEqual([
      1,
      {
        code: "not_stopped",
        message: notice,
        hint: "It ends with that session, or when that session calls mock.stop.",
      },
    ])
    const other = await startServer(standalone.pid)
    const both = await home.run(["mock", "stop", "--all"])
    expect([both.code, both.err]).toEqual([
      0,
      `${notice}, and keeps running.\nThe mock server at ${other} has ended.\n`,
    ])
    const third = await startProcess()
    const last = await startServer(third.pid)
    // The guest is not mentioned if another server can be stopped.
    expect((await home.run(["mock", "stop"])).err).toBe(`The mock server at ${last} has ended.\n`)
    expect(process.kill(guest.pid, 0)).toBe(true)
  })

  it("has one of this process ended by who started it", async () => {
    const url = await startServer(process.pid, { is_guest: true })
    const ended: string[] = []
    const endMock = async (one: string) => ended.push(one)
    const { code, err } = await home.run(["mock", "stop"], { io: { endMock } })
    expect([code, err, ended]).toEqual([0, `The mock server at ${url} has ended.\n`, [url]])
  })

  it("says that none runs, here or there", async () => {
    const hint = "Only servers started by this user with `mas mock` are known."
    const nowhere = await home.run(["mock", "stop"])
    expect([nowhere.code, errorOf(nowhere)]).toEqual([
      4,
      { code: "not_running", message: "No mock server is running", hint },
    ])
    await startServer((await startProcess()).pid)
    const there = await home.run(["mock", "stop", "--all", "--base-url", "http://127.0.0.1:1/"])
    expect([there.code, errorOf(there).message]).toEqual([4, "No mock server is running at http://127.0.0.1:1"])
  })

  it("waits until what is in flight is finished, unless it is interrupted", async () => {
    const { pid } = await startProcess("trap '' TERM")
    const url = await startServer(pid)
    const running = home.start(["mock", "stop"])
    running.interrupt()
    const { code, err } = await running.ended
    expect([code, errorOf({ err })]).toEqual([
      8,
      {
        code: "timeout",
        message: `The mock server at ${url} (process ${pid}) has not ended yet`,
        hint: "It finishes requests and webhooks in progress first.",
      },
    ])
  })

  it("knows none by a note that is not whole, or of a process that has ended, and removes it", async () => {
    const { pid } = await startProcess()
    const completeNote = { url: "http://127.0.0.1:1", pid, instance: "x", started_at: "2026-01-01T00:00:00.000Z" }
    mkdirSync(folder(), { recursive: true })
    const broken = [
      ...Object.keys(completeNote).map((name) => ({ ...completeNote, [name]: null })),
      { ...completeNote, pid: 2_147_483_646 },
      { ...completeNote, pid: 1.5 },
    ]
    for (const [index, note] of broken.entries()) writeFileSync(join(folder(), `${index}-1.json`), JSON.stringify(note))
    writeFileSync(join(folder(), "99.json"), "{")
    writeFileSync(join(folder(), "1-1.json.tmp"), "{")
    writeFileSync(join(folder(), "100-1.json"), JSON.stringify(completeNote))
    expect((await home.run(["mock", "stop"])).code).toBe(4)
    expect(readdirSync(folder()).toSorted()).toEqual(["1-1.json.tmp", "100-1.json"])
  })
})

describe("mas mock --detach", () => {
  const detach = (words: readonly string[], launch?: (argv: readonly string[], log: number) => unknown) => {
    const launched: (readonly string[])[] = []
    const running = home.start(["mock", "start", "--detach", ...words], {
      io: {
        launch(argv, log) {
          launched.push(argv)
          const ended = Promise.resolve(launch?.(argv, log)).then((code) => (typeof code === "number" ? code : null))
          return { pid: process.pid, ended: launch ? ended : new Promise(() => {}) }
        },
      },
    })
    return { running, launched }
  }

  it("starts another command with the flags that were given, and says where that is once it responds", async () => {
    const url = await startServer(process.pid)
    const startFlags = [
      "--port",
      "0",
      "--frozen",
      "--seed",
      "7",
      "--message-latency",
      "2s",
      "--allow-host",
      "a.test,b.test",
    ]
    const { running, launched } = detach([...startFlags, "--log", "json", "-o", "table"])
    const { code, out, err } = await running.ended
    expect([code, err]).toEqual([0, "Stop it with: mas mock stop\n"])
    expect(out).toBe(
      `MAS mock server listening on ${url}\nProcess: ${process.pid}\nAPI key: maskey_live_mock\nWebhooks: to this machine and the internet (--no-local-webhooks: not to this machine), signed by this machine's clock (--sign-with world: by the mock server's)\nControl API: ${url}/_mock\nDocs: ${url}/docs/\nDashboard: ${url}/_mock/\n`,
    )
    expect(launched).toMatchInlineSnapshot(`
      [
        [
          "mock",
          "start",
          "--port",
          "0",
          "--allow-host",
          "a.test,b.test",
          "--frozen",
          "--seed",
          "7",
          "--message-latency",
          "2000",
          "--log",
          "json",
        ],
      ]
    `)
    const { json } = await detach(["-o", "json"]).running.ended
    expect(json).toMatchObject({ url, pid: process.pid, api_key: "maskey_live_mock" })
  })

  it("ends as the other one ends, with what that said last", async () => {
    mkdirSync(folder(), { recursive: true })
    const log = join(folder(), "detached.log")
    const error = { code: "port_in_use", message: "Port 1 is in use", hint: "Choose another." }
    const failing = detach([], (_, file) => {
      appendFileSync(file, `a note\n${JSON.stringify({ error })}\n`)
      return 8
    })
    const { code, err } = await failing.running.ended
    expect([code, errorOf({ err })]).toEqual([8, error])
    expect(statSync(log).mode & 0o777).toBe(0o600)
    const odd = detach([], (_, file) => {
      appendFileSync(file, "out of memory\n")
      return 99
    })
    const ended = await odd.running.ended
    expect([ended.code, errorOf(ended).message]).toEqual([1, "The mock server did not start: out of memory"])
    // No other server writes to the log, so it was truncated.
    expect(readFileSync(log, "utf8")).toBe("out of memory\n")
  })

  it("writes behind what others say that run, and tells of its own alone", async () => {
    const { pid } = await startProcess()
    await startServer(pid)
    writeFileSync(join(folder(), "detached.log"), "theirs\n")
    const { running } = detach([], (_, file) => {
      appendFileSync(file, "mine\n")
      return 1
    })
    expect(errorOf(await running.ended).message).toBe("The mock server did not start: mine")
    expect(readFileSync(join(folder(), "detached.log"), "utf8")).toBe("theirs\nmine\n")
  })

  it("waits no longer once it is interrupted, and says where to look", async () => {
    const { running } = detach([])
    running.interrupt()
    const { code, err } = await running.ended
    expect([code, errorOf({ err })]).toEqual([
      8,
      {
        code: "timeout",
        message: "The mock server does not respond yet",
        hint: `It is process ${process.pid}; its output is in ${join(folder(), "detached.log")}.`,
      },
    ])
  })

  it("needs a process of its own, and fixtures that can be read twice", async () => {
    const alone = await home.run(["mock", "start", "--detach"])
    expect([alone.code, errorOf(alone).message]).toEqual([2, "--detach cannot start a process here"])
    const piped = await detach(["--fixtures", "-"]).running.ended
    expect([piped.code, errorOf(piped).message]).toEqual([2, "--fixtures - cannot be read with --detach"])
  })
})
