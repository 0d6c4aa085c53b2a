import { type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Readable, Writable } from "node:stream"
import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { sendMail } from "./run.ts"
import { builtEntry } from "./terminal.ts"

const folder = temporaryFolder()
let entry: string
beforeAll(() => {
  entry = builtEntry()
})

/** A process of the built command line. */
class Mas {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>
  out = ""
  err = ""
  readonly ended: Promise<number | null>
  #look: () => void = () => {}

  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.child = spawn(process.execPath, [entry, ...args], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        MAS_CONFIG_DIR: join(folder, "config"),
        XDG_CACHE_HOME: join(folder, "cache"),
        ...env,
      },
      stdio: ["pipe", "pipe", "pipe"],
    })
    this.child.stdin.on("error", () => {})
    this.child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.out += text
      this.#look()
    })
    this.child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.err += text
      this.#look()
    })
    this.ended = once(this.child, "close").then(([code]) => code)
    open.add(this)
    this.ended.then(() => open.delete(this))
  }

  async until(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      this.#look = () => {
        const match = pattern.exec(this.out) ?? pattern.exec(this.err)
        if (match) resolve(match)
      }
      this.ended.then(() => reject(new Error(`It ended without saying ${pattern}:\n${this.out}${this.err}`)))
      this.#look()
    })
  }
}

const open = new Set<Mas>()
afterEach(async () => {
  for (const mas of open) {
    mas.child.kill("SIGKILL")
    await mas.ended
  }
})

async function startServer(...words: string[]) {
  const mas = new Mas(["mock", "start", "--port", "0", ...words])
  const [, url = ""] = await mas.until(/^MAS mock server listening on (http:\/\/\S+)$/m)
  await mas.until(/^Dashboard: /m)
  const env = { MAS_BASE_URL: url, MAS_API_KEY: "maskey_live_mock" }
  return { mas, url, env }
}

async function finished(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const mas = new Mas(args, env)
  mas.child.stdin.end()
  const code = await mas.ended
  return { code, out: mas.out, err: mas.err }
}

describe("mas mock", () => {
  it("prints its addresses on stdout, and nothing else", async () => {
    const { mas, url } = await startServer()
    expect(mas.out).toBe(
      `MAS mock server listening on ${url}\nAPI key: maskey_live_mock\nWebhooks: to this machine and the internet (--no-local-webhooks: not to this machine), signed by this machine's clock (--sign-with world: by the mock server's)\nControl API: ${url}/_mock\nDocs: ${url}/docs/\nDashboard: ${url}/_mock/\n`,
    )
    expect(mas.err).toBe("")
    expect(await (await fetch(`${url}/_mock/health`)).json()).toEqual({ status: "ok" })
  })

  it.each(["SIGINT", "SIGTERM"] as const)(
    "ends with 0 on %s, after it has finished open requests",
    { tags: "slow" },
    async (signal) => {
      const { mas, url, env } = await startServer()
      const fault = ["mock", "faults", "--path", "/v1/my/lists", "--latency-ms", "300", "--times", "1"]
      expect((await finished(fault, env)).code).toBe(0)
      const slow = fetch(`${url}/v1/my/lists`, { headers: { Authorization: "Bearer maskey_live_mock" } })
      await expect.poll(async () => (await finished(["mock", "faults"], env)).out).toContain('"fired": 1')
      mas.child.kill(signal)
      expect((await slow).status).toBe(200)
      expect(await mas.ended).toBe(0)
    },
  )

  it("reports a port in use in one line, and ends with 1", async () => {
    const { url } = await startServer()
    const { port } = new URL(url)
    const { code, out, err } = await finished(["mock", "start", "--port", port])
    expect([code, out]).toEqual([1, ""])
    expect(err).toContain(`Port ${port} on 127.0.0.1 is in use`)
    expect(err.trim().split("\n")).toHaveLength(1)
  })

  it("keeps the world in a file across restarts, and leaves a broken file unchanged", { tags: "slow" }, async () => {
    const state = join(folder, "world.state")
    const first = await startServer("--state", "world.state")
    expect((await finished(["lists", "create", "--name", "Kept"], first.env)).code).toBe(0)
    first.mas.child.kill("SIGTERM")
    expect(await first.mas.ended).toBe(0)
    const second = await startServer("--state", state)
    expect((await finished(["lists", "list"], second.env)).out).toContain('"Kept"')
    const both = await finished(["mock", "start", "--port", "0", "--state", state])
    expect([both.code, both.out]).toEqual([1, ""])
    const broken = join(folder, "broken.state")
    writeFileSync(broken, "{")
    const failedStart = await finished(["mock", "start", "--port", "0", "--state", broken])
    expect([failedStart.code, failedStart.out]).toEqual([1, ""])
    expect(readFileSync(broken, "utf8")).toBe("{")
  })

  it("warns if other machines can reach it", async () => {
    const { mas } = await startServer("--host", "0.0.0.0")
    await mas.until(/Warning: listening on 0\.0\.0\.0/)
  })

  it("reads clock, latency, limit and log from its flags", async () => {
    const flags = ["--frozen", "--now", "2030-01-01T00:00:00Z", "--message-latency", "1m", "--rate-limit", "5/s"]
    const { mas, url, env } = await startServer(...flags, "--log", "json")
    const { out } = await finished(["mock", "clock"], env)
    expect(JSON.parse(out)).toMatchObject({ mode: "frozen", now: "2030-01-01T00:00:00.000Z" })
    expect(JSON.parse((await finished(sendMail, env)).out).status).toBe("queued")
    const headers = { Authorization: "Bearer maskey_live_mock" }
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await fetch(`${url}/v1/my/lists`, { headers })).status),
    )
    expect(statuses).toContain(429)
    const [, line = ""] = await mas.until(/^(\{.*"status":429.*\})$/m)
    expect(JSON.parse(line)).toMatchObject({ method: "GET", path: "/v1/my/lists", status: 429 })
  })

  it.each([
    ["--port", "70000", 6],
    ["--now", "yesterday", 6],
    ["--rate-limit", "many", 6],
    ["--message-latency", "soon", 6],
    ["--log", "loud", 6],
    ["--prot", "1", 2],
  ])("refuses %s %s: a wrong value with 6, an unknown flag with 2", async (flag, value, exit) => {
    const { code, out, err } = await finished(["mock", "start", flag, value])
    expect([code, out]).toEqual([exit, ""])
    expect(err).toContain(flag)
  })
})

describe("mas webhooks listen", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("removes its endpoint on %s and ends with %i", { tags: "slow" }, async (signal, expected) => {
    const { env } = await startServer()
    const mas = new Mas(["webhooks", "listen"], env)
    await mas.until(/Listening on/)
    mas.child.kill(signal)
    expect(await mas.ended).toBe(expected)
    expect(mas.out).toBe("")
    expect((await finished(["webhooks", "list"], env)).out.trim()).toBe("[]")
  })

  it("removes its endpoint when its output is closed, and ends quietly", { tags: "slow" }, async () => {
    const { env } = await startServer()
    const mas = new Mas(["webhooks", "listen", "-o", "ndjson"], env)
    await mas.until(/Listening on/)
    mas.child.stdout.destroy()
    await finished(sendMail, env)
    expect(await mas.ended).toBe(0)
    expect((await finished(["webhooks", "list"], env)).out.trim()).toBe("[]")
  })
})

describe("output that cannot be written", () => {
  it("ends a list quietly when the reader is gone, however much is left", { tags: "slow" }, async () => {
    const { env } = await startServer()
    await fetch(`${env.MAS_BASE_URL}/_mock/contacts`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ count: 2_000 }),
    })
    for (const output of ["json", "ndjson", "csv", "table"]) {
      const mas = new Mas(["contacts", "list", "--all", "--output", output], env)
      await mas.until(/@/)
      mas.child.stdout.destroy()
      expect(await mas.ended).toBe(0)
      expect(mas.err).not.toMatch(/error|interrupted/)
    }
  })

  it.runIf(existsSync("/dev/full"))("fails with the reason if the disk is full", async () => {
    const { env } = await startServer()
    const report = (words: string) =>
      `{"error":{"code":"disk_full","status":null,"message":"the output cannot be written: the disk is full",${words}`
    const sent = '"hint":"The call was made and succeeded, id 1: do not make it again as a new one. To see'
    for (const [words, expected, code = 1] of [
      [["--help"], "error: the output cannot be written: ENOSPC"],
      [["lists", "list"], report('"hint":"Free some space')],
      [[...sendMail, "--idempotency-key", "k-1"], report(sent)],
      // A command that fails for another reason says only that.
      [["lists", "contacts", "99"], '{"error":{"code":', 4],
    ] as const) {
      const shell = spawn("sh", ["-c", 'exec "$@" > /dev/full', "sh", process.execPath, entry, ...words], {
        env: { PATH: process.env.PATH, MAS_CONFIG_DIR: join(folder, "config"), ...env },
      })
      let err = ""
      shell.stderr.on("data", (chunk) => {
        err += chunk
      })
      expect([words, ...(await once(shell, "close"))]).toEqual([words, code, null])
      expect(err.slice(0, expected.length)).toBe(expected)
      expect(err.split("\n")).toHaveLength(2)
    }
  })
})

describe("a command that cannot prompt", () => {
  it("never hangs: with an open, silent stdin it ends with 2 and names what is missing", async () => {
    const { env } = await startServer()
    for (const words of [
      ["messages", "send"],
      ["login", "--email", "owner@acme.test"],
      ["webhooks", "verify"],
      ["mock", "inbound"],
    ]) {
      const mas = new Mas(words, env)
      expect(await mas.ended).toBe(2)
      expect(mas.err).toContain("--")
      expect(mas.out).toBe("")
    }
  })
})
