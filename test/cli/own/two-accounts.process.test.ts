import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { builtEntry, keys, TerminalHome } from "./terminal.ts"

let entry: string
beforeAll(() => {
  entry = builtEntry()
})

let home: TerminalHome
/** The address of the mock server, which stays the same when it is started again. */
let url = ""
let acme = ""
const running = new Set<ChildProcess>()

const envOf = (key: string): Record<string, string> => ({
  ...{ MAS_BASE_URL: url, MAS_API_KEY: key, HOME: home.folder, MAS_CONFIG_DIR: join(home.folder, "config") },
})
const quiet = (...words: string[]) =>
  execFileSync(process.execPath, [entry, ...words, "--output", "json"], {
    ...{ cwd: home.folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
    env: { PATH: process.env.PATH, ...envOf("maskey_live_mock") },
  })

/** Starts the mock server in a process of its own. */
function startMock(port: number): void {
  ;({ url } = JSON.parse(quiet("mock", "start", "--detach", "--port", String(port))))
}

beforeEach(() => {
  home = new TerminalHome(entry, {})
  startMock(0)
  acme = "maskey_live_mock"
})
const stopMock = () => void quiet("mock", "stop", "--all")
afterEach(() => {
  for (const child of running) child.kill("SIGKILL")
  running.clear()
  stopMock()
  home.remove()
})
afterAll(() => running.clear())

/** A key of another account at the address, or of the same one after the server began anew. */
const changes = {
  "another account": () => JSON.parse(quiet("mock", "credentials", "--kind", "api_key", "--account-id", "3")).token,
  "a restart": () => {
    stopMock()
    startMock(Number(new URL(url).port))
    return acme
  },
} satisfies Record<string, () => string>

interface Ended {
  readonly code: number
  readonly text: string
}

/** A program in a terminal or with pipes: `until` is the text after which it gets Ctrl-C. */
const runners = {
  async pty(words: string[], key: string, until?: RegExp): Promise<Ended> {
    const terminal = home.mas(words, envOf(key))
    if (until !== undefined) {
      await terminal.says(until)
      terminal.type(keys.ctrlC)
    }
    return { code: await terminal.exitCode, text: terminal.text.replaceAll(/\s+/g, " ") }
  },
  pipe(words: string[], key: string, until?: RegExp): Promise<Ended> {
    const env = { PATH: process.env.PATH, ...envOf(key) }
    const child = spawn(process.execPath, [entry, ...words], { cwd: home.folder, env })
    running.add(child)
    child.stdin.end()
    let text = ""
    let isStopped = false
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        text += chunk
        if (isStopped || !until?.test(text)) return
        isStopped = true
        child.kill("SIGINT")
      })
    }
    return new Promise((resolve) =>
      child.on("close", (code) => {
        running.delete(child)
        resolve({ code: code ?? -1, text: text.replaceAll(/\s+/g, " ") })
      }),
    )
  },
}

const cases = (Object.keys(runners) as (keyof typeof runners)[]).flatMap((runner) =>
  (Object.keys(changes) as (keyof typeof changes)[]).map((change) => [runner, change] as const),
)

/** The service refuses the credential from a request on. */
const refuseFrom = (path: string, from: number) =>
  fetch(`${url}/_mock/faults`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ path, method: "POST", status: 401, from, times: 99 }),
  }).then((response) => expect(response.ok).toBe(true))
const takeFaultsBack = () => fetch(`${url}/_mock/faults`, { method: "DELETE" })

describe.each(cases)("two accounts at one address, %s: %s", (runner, change) => {
  const run = runners[runner]
  const keyAfterChange = () => changes[change]()

  it.each([
    [
      "/v1/my/messages",
      12,
      "messages send-each --file people.ndjson --key n/{id} --subject Hi --html <p>Hi --yes",
      /sent\W+20\b/,
    ],
    ["/v1/my/imports", 2, "contacts import people.csv --part-rows 8 --yes", /imported\W+20\b/],
  ])("an unfinished run is named, and not resumed: %s", async (path, from, line, startsOver) => {
    const people = Array.from({ length: 20 }, (_, id) => ({ id, email: `p${id}@example.test` }))
    writeFileSync(join(home.folder, "people.ndjson"), people.map((one) => `${JSON.stringify(one)}\n`).join(""))
    writeFileSync(join(home.folder, "people.csv"), `Email\n${people.map(({ email }) => `${email}\n`).join("")}`)
    await refuseFrom(path, from)
    expect((await run(line.split(" "), acme)).code).toBe(3)
    await takeFaultsBack()
    const key = keyAfterChange()
    const { code, text } = await run(line.split(" "), key)
    expect(text).toMatch(/Not resumed: .*Acme \(account 1\)/)
    expect(text).toMatch(startsOver)
    expect(code).toBe(0)
  })

  it("a folder of templates is refused, with both names", async () => {
    expect((await run(["templates", "pull"], acme)).code).toBe(0)
    const key = keyAfterChange()
    const other = change === "a restart" ? "a mock server that began anew" : "Client (account 3)"
    for (const line of ["status", "pull --yes", "push --yes"]) {
      const { code, text } = await run(["templates", ...line.split(" ")], key)
      expect([line, code]).toEqual([line, 5])
      expect(text).toMatch(/belongs to Acme \(account 1\)/)
      expect(text).toContain(other)
    }
    const watched = await run(["templates", "watch"], key, /nothing was changed/)
    expect(watched).toEqual({ code: 130, text: expect.stringContaining("belongs to Acme (account 1)") })
  })

  it("the endpoint of --print-secret is the account's own", async () => {
    // A mock server that is started again gives the same secrets: the address tells endpoints apart.
    const addressIn = (text: string) => /sends to (\S+)/.exec(text)?.[1]
    const printed = async (key: string) => {
      const { code, text } = await run(["webhooks", "listen", "--print-secret"], key)
      expect([code, text]).toEqual([0, expect.stringContaining("whsec_")])
      return addressIn(text)
    }
    const first = await printed(acme)
    expect(await printed(acme)).toBe(first)
    const key = keyAfterChange()
    const listening = await run(["webhooks", "listen"], key, /Listening on/)
    expect(listening.text).toMatch(change === "a restart" ? /^Acme \(account 1\), / : /^Client \(account 3\), /)
    expect(addressIn(listening.text)).not.toBe(first)
    if (change === "another account") expect(await printed(acme)).toBe(first)
  })
})

describe("a confirmation of mas mcp", () => {
  it("is void after the mock server began anew", async () => {
    const env = { PATH: process.env.PATH, ...envOf(acme) }
    const child = spawn(process.execPath, [entry, "mcp"], { cwd: home.folder, env })
    running.add(child)
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const call = async (id: number, more: object) => {
      const input = { url: "https://hooks.example.com/a", events: ["email.sent"] }
      const params = { name: "call", arguments: { name: "webhooks.create", input, ...more } }
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params })}\n`)
      return JSON.parse(JSON.parse((await lines.next()).value).result.content[0].text)
    }
    const firstCall = await call(1, {})
    expect(firstCall.needs_confirmation.account).toBe("Acme (account 1)")
    changes["a restart"]()
    const { error } = await call(2, { confirm_token: firstCall.confirm_token })
    expect(error).toMatchObject({ code: "confirmation_refused" })
    child.stdin.end()
  })
})
