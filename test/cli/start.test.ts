import { EventEmitter, once } from "node:events"
import { mkdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { Readable, Writable } from "node:stream"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { builtInProfiles } from "../../cli/connection/profile/built-in-profiles.ts"
import { jobOf } from "../../cli/start/job.ts"
import { start } from "../../cli/start/start.ts"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { version } from "../../sdk/base/version.ts"
import { root } from "../support/files.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

const folder = temporaryFolder()
let server: MockServer
beforeAll(async () => {
  server = await startMockServer({ port: 0 })
})
beforeEach(() => server.world.reset())
afterAll(() => server.close())

interface HostOptions {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly platform?: NodeJS.Platform
  /** The error codes of writes to these streams. */
  readonly fails?: { readonly stdout?: string; readonly stderr?: string }
  readonly cwd?: () => string
}

/** A process as `start` uses it: it goes on when it is told to end, and the test sees with which code. */
class Host extends EventEmitter {
  out = ""
  err = ""
  exitCode: number | undefined
  readonly pid = 4_711
  readonly execArgv: readonly string[] = []
  readonly kills: unknown[] = []
  readonly stdin = Readable.from([])
  readonly stdout: Writable
  readonly stderr: Writable
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly getBuiltinModule = process.getBuiltinModule
  readonly cwd: () => string
  /** The codes it was told to end with. */
  readonly ends: number[] = []

  constructor(
    readonly words: readonly string[],
    { env, platform = "linux", fails = {}, cwd = () => folder }: HostOptions = {},
  ) {
    super()
    const service = { MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey }
    this.env = { HOME: folder, MAS_CONFIG_DIR: folder, ...service, ...env }
    this.platform = platform
    this.cwd = cwd
    this.stdout = sink(fails.stdout, (text) => {
      this.out += text
    })
    this.stderr = sink(fails.stderr, (text) => {
      this.err += text
    })
  }

  get argv(): readonly string[] {
    return ["node", "mas", ...this.words]
  }

  kill(...args: unknown[]): boolean {
    return this.kills.push(args) > 0
  }

  async start(loadMain = () => import("../../cli/main.ts")): Promise<this> {
    const exit = (code: number) => {
      this.ends.push(code)
      this.emit("told")
    }
    await start(this as unknown as NodeJS.Process, { folder: join(root, "cli"), exit, loadMain })
    return this
  }

  /** Starts, and waits until it is told to end. */
  async run(): Promise<this> {
    const ending = once(this, "told")
    await this.start()
    await ending
    return this
  }
}

/** A stream that remains writable after an error, as those of a process do. */
const sink = (code: string | undefined, take: (text: string) => void) => {
  const stream: Writable & { _undestroy?: () => void } = new Writable({
    emitClose: false,
    write(chunk, _, done) {
      if (code === undefined) take(String(chunk))
      done(code === undefined ? null : Object.assign(new Error(`write ${code}`), { code, syscall: "write" }))
    },
    destroy(error, done) {
      done(error)
      stream._undestroy?.()
      process.nextTick(() => stream.emit("close"))
    },
  })
  return stream
}

const noMain = () => Promise.reject(new Error("the commands were loaded"))
const printed = async (words: readonly string[], options?: HostOptions) =>
  (await new Host(words, options).start(noMain)).out

describe("the start of the command line", () => {
  it("responds with the version, help and completions without loading a command", async () => {
    expect(await printed(["--version"])).toBe(`${version}\n`)
    expect(await printed([])).toContain("Usage: mas <command> [arguments] [flags]")
    expect(await printed(["messages", "send", "--help"])).toContain("--subject")
    expect(await printed(["__complete", "messages", "send-"])).toMatch(/^send-each\t.+\n$/)
    // Shells that drop an empty argument name the last word first.
    expect(await printed(["__complete", "--last=send-", "messages"])).toMatch(/^send-each\t.+\n$/)
  })

  it("is short for an assistant, and says how the command line was called", async () => {
    const short = await printed(["messages", "send", "--help"], { env: { MAS_AGENT: "1" } })
    expect(short.length).toBeLessThan((await printed(["messages", "send", "--help"])).length)
    expect(short).toContain("messages send")
  })

  it("completes the names of saved profiles, and shows nothing else of their file", async () => {
    const complete = (name: string) =>
      printed(["__complete", "--profile", ""], { env: { MAS_CONFIG_DIR: join(folder, name) } })
    for (const [name, text] of [
      ["saved", '{"profiles":{"work":{"api_key":"maskey_live_1"},"mock":{}}}'],
      ["broken", '{"profiles":{"work":'],
    ] as const) {
      mkdirSync(join(folder, name))
      writeFileSync(join(folder, name, "config.json"), text)
    }
    const builtIn = Object.keys(builtInProfiles).map((name) => `${name}\n`)
    expect(await complete("saved")).toBe(["work\n", ...builtIn].join(""))
    expect([await complete("broken"), await complete("none")]).toEqual([builtIn.join(""), builtIn.join("")])
  })

  it("ends with the code of the command, once all is written", async () => {
    const listed = await new Host(["lists", "list", "--quiet"]).run()
    expect([listed.ends, listed.exitCode, listed.out, listed.err]).toEqual([[0], 0, "1\n", ""])
    const failedRun = await new Host(["lists", "nothing"]).run()
    expect([failedRun.ends, failedRun.exitCode, failedRun.out]).toEqual([[2], 2, ""])
    expect(failedRun.err).toContain("nothing")
  })

  it("reads the profiles in the home that HOME names", async () => {
    const home = join(folder, "home")
    mkdirSync(join(home, ".config/mas"), { recursive: true })
    writeFileSync(join(home, ".config/mas/config.json"), '{"profiles":{"work":{"base_url":"http://127.0.0.1:1"}}}')
    const host = await new Host(["profiles", "list"], { env: { HOME: home, MAS_CONFIG_DIR: undefined } }).run()
    const names = JSON.parse(host.out).map(({ name }: { name: string }) => name)
    expect([host.ends, names]).toEqual([[0], expect.arrayContaining(["work"])])
  })

  it("needs neither a home nor a folder that is still there", async () => {
    const cwd = () => {
      throw new Error("ENOENT: uv_cwd")
    }
    const host = await new Host(["lists", "list", "--quiet"], { env: { HOME: "" }, cwd }).run()
    expect([host.ends, host.out]).toEqual([[0], "1\n"])
  })
})

describe("a signal", () => {
  const silent = createServer(() => silent.emit("asked"))
  let url: string
  beforeAll(async () => {
    await once(silent.listen(0, "127.0.0.1"), "listening")
    url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  })
  afterAll(() => {
    silent.closeAllConnections()
    silent.close()
  })

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ])("%s ends a hanging request, with %i", async (signal, code) => {
    const host = new Host(["account", "get"], { env: { MAS_BASE_URL: url } })
    const request = once(silent, "asked")
    const ended = host.run()
    await request
    host.emit(signal)
    expect([(await ended).ends, host.exitCode]).toEqual([[code], code])
    expect(JSON.parse(host.err).error.code).toBe("interrupted")
  })

  it("ends the process at once if it is the second", async () => {
    const host = new Host(["account", "get"], { env: { MAS_BASE_URL: url } })
    const request = once(silent, "asked")
    const ended = host.run()
    await request
    host.emit("SIGINT")
    expect(host.ends).toEqual([])
    host.emit("SIGTERM")
    expect(host.ends).toEqual([143])
    await ended
  })
})

describe("an output that cannot be written", () => {
  it("ends quietly where the reader has gone, with the code of what was done", async () => {
    for (const [words, fails, code] of [
      [["lists", "list"], { stdout: "EPIPE" }, 0],
      [["completion", "bash"], { stdout: "EPIPE" }, 0],
      [["lists", "nothing"], { stderr: "EPIPE" }, 2],
    ] as const) {
      const host = await new Host(words, { fails }).start()
      expect([words, host.exitCode, host.out, host.err]).toEqual([words, code, "", ""])
    }
    const goesOn = await new Host(["contacts", "list", "--quiet", "--limit", "1"], { fails: { stderr: "EPIPE" } }).run()
    expect([goesOn.ends, goesOn.out]).toEqual([[0], "1\n"])
    expect(await new Host(["--help"], { fails: { stdout: "EPIPE" } }).start(noMain)).toMatchObject({
      ends: [],
      err: "",
    })
  })

  it("is an error with what was done, where the disk is full", async () => {
    const host = await new Host(["lists", "create", "--name", "New"], { fails: { stdout: "ENOSPC" } }).run()
    const { error } = JSON.parse(host.err)
    expect([host.ends, error.id, error.hint]).toEqual([
      [1],
      2,
      expect.stringContaining("The call was made and succeeded"),
    ])
    expect(server.world.requests.list({ method: "POST" })).toHaveLength(1)
  })

  it("adds nothing to the failure of the command", async () => {
    const host = await new Host(["lists", "nothing"], { fails: { stdout: "ENOSPC" } }).run()
    expect([new Set(host.ends), host.err.includes("disk")]).toEqual([new Set([2]), false])
    // An error of stderr cannot be reported.
    expect((await new Host(["lists", "nothing"], { fails: { stderr: "ENOSPC" } }).run()).ends[0]).toBe(1)
  })
})

describe("the shell's job control", () => {
  const holderOf = (calls: string[]) => ({ leave: () => void calls.push("leave"), back: () => void calls.push("back") })

  it("gives the terminal back before the process stops or ends, and takes it again after", () => {
    const host = new Host([])
    const job = jobOf(host as unknown as NodeJS.Process)
    const calls: string[] = []
    const release = job.hold(holderOf(calls))
    const kill = host.kill.bind(host)
    host.kill = (...args) => {
      calls.push("stopped")
      return kill(...args)
    }
    host.emit("SIGTSTP")
    expect([calls.splice(0), host.kills.splice(0)]).toEqual([["leave", "stopped", "back"], [[0, "SIGTSTP"]]])
    host.emit("SIGCONT")
    expect(calls.splice(0)).toEqual(["leave", "back"])
    host.emit("exit")
    expect(calls.splice(0)).toEqual(["leave"])
    release()
    for (const event of ["SIGTSTP", "SIGCONT", "exit"]) expect(host.listenerCount(event)).toBe(0)
  })

  it("listens as long as anything holds the terminal, and stops the process for a key", () => {
    const host = new Host([])
    const job = jobOf(host as unknown as NodeJS.Process)
    const calls: string[] = []
    const [first, second] = [job.hold(holderOf(calls)), job.hold(holderOf(calls))]
    first()
    expect([host.listenerCount("SIGTSTP"), host.listenerCount("SIGCONT")]).toEqual([1, 1])
    host.emit("SIGCONT")
    expect(calls).toEqual(["leave", "back"])
    second()
    expect(host.listenerCount("SIGTSTP")).toBe(0)
    job.stop()
    expect(host.kills).toEqual([[4_711, "SIGTSTP"]])
  })
})
