import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { instanceAt } from "../../../cli/connection/profile/running-mocks.ts"
import { type MockServer, startMockServer } from "../../../mock-server/index.ts"
import { Home } from "../own/run.ts"

let home = new Home()
const servers: MockServer[] = []
afterEach(async () => {
  home.remove()
  home = new Home()
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const folder = () => join(home.folder, "config/state/mocks")
const notes = () => readdirSync(folder()).filter((name) => name.endsWith(".json"))
function errorOf({ err }: { err: string }) {
  const { code, message, hint } = JSON.parse(err).error
  return { code, message, hint }
}

const webhooksLine =
  "Webhooks: to this machine and the internet (--no-local-webhooks: not to this machine), signed by this machine's clock (--sign-with world: by the mock server's)"

describe("mas mock", () => {
  const start = (words: readonly string[], options = {}) =>
    home.start(["mock", "start", ...(words.includes("--port") ? [] : ["--port", "0"]), ...words], options)
  const refusal = async (...words: string[]) => {
    const { code, out, err } = await start(words).ended
    return [code, out, errorOf({ err })]
  }

  it("prints its addresses as lines or a record, registers itself, and ends when interrupted", async () => {
    const running = start([])
    await running.stdout.until(/Dashboard/)
    const [, url = ""] = /listening on (\S+)/.exec(running.stdout.text) ?? []
    const [note = ""] = notes()
    expect(note).toBe(`${process.pid}-${new URL(url).port}.json`)
    expect([statSync(folder()).mode & 0o777, statSync(join(folder(), note)).mode & 0o777]).toEqual([0o700, 0o600])
    expect(JSON.parse(readFileSync(join(folder(), note), "utf8"))).toEqual({
      ...{ url, pid: process.pid, instance: await instanceAt(url), folder: home.folder, is_guest: false },
      started_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    running.interrupt()
    const { code, out, err } = await running.ended
    expect([code, err]).toEqual([
      0,
      "Stopping: requests and webhooks in progress are finished first. Press Ctrl-C again to stop at once.\n",
    ])
    expect(out).toBe(
      `MAS mock server listening on ${url}\nAPI key: maskey_live_mock\n${webhooksLine}\nControl API: ${url}/_mock\nDocs: ${url}/docs/\nDashboard: ${url}/_mock/\n`,
    )
    expect(notes()).toEqual([])
    const other = start(["--output", "json"], { io: { endMock: async () => {} } })
    await other.stdout.until(/\}/)
    expect(JSON.parse(readFileSync(join(folder(), notes()[0] ?? ""), "utf8")).is_guest).toBe(true)
    other.interrupt()
    const { json } = await other.ended
    expect(json).toEqual({
      ...{
        url: json.url,
        api_key: "maskey_live_mock",
        local_webhooks: true,
        sign_with: "real",
        control: `${json.url}/_mock`,
      },
      ...{ docs: `${json.url}/docs/`, dashboard: `${json.url}/_mock/` },
    })
  })

  it.each([
    [
      [],
      "to this machine and the internet (--no-local-webhooks: not to this machine), signed by this machine's clock (--sign-with world: by the mock server's)",
    ],
    [
      ["--host", "localhost", "--no-local-webhooks"],
      "to the internet only (--local-webhooks: to this machine, too), signed by this machine's clock (--sign-with world: by the mock server's)",
    ],
    [
      ["--host", "0.0.0.0"],
      "to the internet only (--local-webhooks: to this machine, too), signed by the mock server's clock (--sign-with real: by this machine's)",
    ],
    [
      ["--host", "0.0.0.0", "--local-webhooks", "--sign-with", "real"],
      "to this machine and the internet (--no-local-webhooks: not to this machine), signed by this machine's clock (--sign-with world: by the mock server's)",
    ],
  ])(
    "runs without a verb, says where webhooks go and whose clock signs them, and does so: %j",
    async (words, expectedLine) => {
      const running = home.start(["mock", "--port", "0", ...words])
      await running.stdout.until(/Dashboard/)
      const [, line] = /^Webhooks: (.*)$/m.exec(running.stdout.text) ?? []
      expect(line).toBe(expectedLine)
      const [, url = ""] = /listening on (\S+)/.exec(running.stdout.text) ?? []
      const headers = { authorization: "Bearer maskey_live_mock", "content-type": "application/json" }
      const body = JSON.stringify({ url: "http://127.0.0.1:9/", events: ["email.sent"] })
      const { status } = await fetch(`${url}/v1/my/webhooks`, { method: "POST", headers, body })
      expect(status).toBe(expectedLine.includes("this machine and") ? 201 : 422)
      const { webhook_time } = await (await fetch(`${url}/_mock/clock`)).json()
      expect(webhook_time ?? "world").toBe(expectedLine.includes("signed by this machine") ? "real" : "world")
      running.interrupt()
      await running.ended
    },
  )

  it("reports that the state can no longer be written, and keeps running", async () => {
    const stateFolder = join(home.folder, "kept")
    mkdirSync(stateFolder)
    const running = start(["--state", join(stateFolder, "world.json")])
    await running.stdout.until(/Dashboard/)
    rmSync(stateFolder, { recursive: true })
    const [, url = ""] = /listening on (\S+)/.exec(running.stdout.text) ?? []
    const headers = { authorization: "Bearer maskey_live_mock", "content-type": "application/json" }
    const creation = { method: "POST", headers, body: JSON.stringify({ name: "Kept" }) }
    expect((await fetch(`${url}/v1/my/lists`, creation)).status).toBe(201)
    await running.stderr.until(/The state file \S+ cannot be written: /)
    expect((await fetch(`${url}/v1/my/lists`, { headers })).status).toBe(200)
    running.interrupt()
    const { code, err } = await running.ended
    expect(code).toBe(1)
    expect(errorOf({ err: err.split("\n").at(-2) ?? "" })).toEqual({
      code: "state_file",
      message: expect.stringMatching(/^The state file .* cannot be written: ENOENT/),
      hint: "Changes since the last write are lost.",
    })
  })

  it("runs even if it cannot be registered", async () => {
    mkdirSync(join(home.folder, "config/state"), { recursive: true })
    writeFileSync(folder(), "")
    const running = start([])
    await running.stdout.until(/Dashboard/)
    running.interrupt()
    expect((await running.ended).code).toBe(0)
  })

  it.each([
    ["0.0.0.0", true],
    ["127.0.0.2", false],
    ["localhost", false],
  ])("warns if other machines can reach it: %s", async (host, warns) => {
    const running = start(["--host", host])
    await running.stdout.until(/Dashboard/)
    running.interrupt()
    const warning = `Warning: listening on ${host}, so others on this network can reach the mock server; its API key is public.\n`
    expect((await running.ended).err.startsWith(warning)).toBe(warns)
  })

  it("says why it cannot listen, and what to do", async () => {
    const server = await startMockServer({ port: 0 })
    servers.push(server)
    const { port } = new URL(server.url)
    expect(await refusal("--port", port)).toEqual([
      ...[1, ""],
      {
        code: "port_in_use",
        message: `Port ${port} on 127.0.0.1 is in use`,
        hint: "A mock server runs there already: use it, or end it with `mas mock stop`. Choose another with --port, or --port 0 for a free one.",
      },
    ])
    for (const host of ["192.0.2.1", "none.invalid"]) {
      expect(await refusal("--host", host)).toEqual([
        ...[1, ""],
        {
          code: expect.any(String),
          message: `${host} is not an address of this machine`,
          hint: "Omit --host, or use 127.0.0.1.",
        },
      ])
    }
  })

  it("leaves an invalid state file unchanged, and says so", async () => {
    writeFileSync(join(home.folder, "world.state"), "{")
    const [code, out, error] = await refusal("--state", join(home.folder, "world.state"))
    expect([code, out, error]).toEqual([
      ...[1, ""],
      {
        code: "state_file",
        message: expect.stringContaining("world.state"),
        hint: "It was not changed. Pass another file to --state, or omit --state.",
      },
    ])
    expect(readFileSync(join(home.folder, "world.state"), "utf8")).toBe("{")
  })

  it("prints in a dry run the default address, or the given one", async () => {
    const notice = "Nothing was started: this is a dry run. It would be on"
    expect((await home.run(["mock", "start", "--dry-run"])).err).toBe(`${notice} 127.0.0.1, port 4010.\n`)
    const { code, err } = await home.run(["mock", "start", "--dry-run", "--detach", "--port", "7", "--host", "::1"])
    expect([code, err]).toEqual([0, `${notice} ::1, port 7.\n`])
  })

  const world = async (words: readonly string[], options = {}) => {
    const running = start(["--output", "json", ...words], options)
    const [, url = ""] = await running.stdout.until(/"url": ?"([^"]+)"/)
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(url + path, { ...init, headers: { Authorization: "Bearer maskey_live_mock", ...init.headers } })
    const end = () => {
      running.interrupt()
      return running.ended
    }
    return { ask, end, stderr: running.stderr }
  }
  const mail = (subject: string) => ({
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ channel: "email", to: "ada@example.test", subject, body: "Hello" }),
  })

  it("reads clock, seed, latency, limit and log from its flags", async () => {
    const flags = ["--frozen", "--now", "2030-01-01T00:00:00Z", "--message-latency", "1m", "--rate-limit", "2/s"]
    const { ask, end, stderr } = await world([...flags, "--seed", "7", "--log", "json"])
    expect(await (await ask("/_mock/clock")).json()).toMatchObject({ mode: "frozen", now: "2030-01-01T00:00:00.000Z" })
    await ask("/v1/my/messages", mail("Hi"))
    await ask("/_mock/clock/advance", {
      method: "POST",
      body: '{"by":"30s"}',
      headers: { "Content-Type": "application/json" },
    })
    expect(await (await ask("/_mock/messages/1")).json()).toMatchObject({ status: "queued" })
    const statuses = await Promise.all([1, 2, 3].map(async () => (await ask("/v1/my/lists")).status))
    expect(statuses).toContain(429)
    const [line = ""] = await stderr.until(/^\{.*"status":429.*\}$/m)
    expect(JSON.parse(line)).toMatchObject({ method: "GET", path: "/v1/my/lists", status: 429 })
    await end()
  })

  it("generates other secrets for another seed, and allows local webhooks", async () => {
    const hook = { ...mail(""), body: JSON.stringify({ url: "http://127.0.0.1:9/", events: ["email.sent"] }) }
    const secrets = []
    for (const words of [[], ["--seed", "1"], ["--seed", "7"]]) {
      const { ask, end } = await world(words)
      const response = await ask("/v1/my/webhooks", hook)
      expect(response.status).toBe(201)
      secrets.push((await response.json()).secret)
      await end()
    }
    expect([secrets[0] === secrets[1], secrets[1] === secrets[2]]).toEqual([true, false])
  })

  it("keeps the world in a file", async () => {
    const state = join(home.folder, "kept/world.state")
    mkdirSync(join(home.folder, "kept"))
    const first = await world(["--state", state])
    await first.ask("/v1/my/messages", mail("Kept"))
    await first.end()
    expect(existsSync(state)).toBe(true)
    const second = await world(["--state", state])
    expect(await (await second.ask("/_mock/messages/1")).json()).toMatchObject({ subject: "Kept" })
    await second.end()
  })

  it.each([
    [["--log", "pretty"], false, /^\S+ 200 GET \/v1\/my\/lists [\d.]+ ms \(lists\.list\)$/m],
    [[], true, /^\S+ .*200.* GET \/v1\/my\/lists [\d.]+ ms .*\(lists\.list\).*$/m],
    [[], false, /^$/],
    [["--log", "off"], true, /^$/],
  ])("logs each request as requested, or by default: %j, terminal %s", async (words, terminal, logLine) => {
    const { ask, end, stderr } = await world(words, { terminal })
    await ask("/v1/my/lists")
    expect(stderr.text).toMatch(logLine)
    await end()
  })
})
