import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
import { readProjectFile } from "../../support/files.ts"
import { LocalMcpSession } from "./local-mcp-session.ts"
import { homeWithService, type RunOptions } from "./run.ts"

/** The table of docs/command-line.md: a row for each file, and what happens to it in each case. */
const [header = [], , ...rows] = (readProjectFile("docs/command-line.md").split("## What is kept on disk")[1] ?? "")
  .split("\n")
  .filter((line) => line.startsWith("| ") || line.startsWith("|-"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", "")),
  )
const changes = header.slice(2)
const cells = rows.flatMap(([file = "", _holds, ...expected]) =>
  changes.map((change, at) => [file, change, expected[at] ?? ""] as const),
)

/** Two accounts at one address of this machine, and one address of a team. */
function newSandbox() {
  const sandbox = homeWithService({ clock: "real", allowLocalWebhooks: true })
  let { service } = sandbox
  const shared = "https://api.acme.test"
  const toService: typeof fetch = (input, init) =>
    service.fetch(String(input).replace(/^https?:\/\/[^/]+/, service.url), init)
  let env: Record<string, string> = {}
  const closing = [sandbox.close]
  const here = (file: string) => join(sandbox.home.folder, file)
  const run = (words: string[], options: RunOptions = {}) =>
    sandbox.run(words, {
      ...options,
      env: { ...options.env, ...env },
      io: { fetch: toService, ...options.io },
    })
  return {
    ...{ here, run, toService, config: here("config"), home: sandbox.home },
    shared,
    get service() {
      return service
    },
    use: (values: Record<string, string>) => {
      env = { ...env, ...values }
    },
    write(file: string, text: string) {
      mkdirSync(dirname(here(file)), { recursive: true })
      writeFileSync(here(file), text)
    },
    /** Makes one change between two runs. */
    async change(change: string): Promise<void> {
      const { credentials } = service.world
      if (change === "another account")
        env = { ...env, MAS_API_KEY: credentials.mint({ kind: "api_key", account_id: 3 }).token }
      else if (change === "another brand") env = { ...env, MAS_BRAND_SID: "brand_second" }
      else if (change === "another address")
        env = {
          ...env,
          MAS_BASE_URL: env.MAS_BASE_URL === undefined ? "http://localhost:4010" : "https://eu.acme.test",
        }
      else if (change === "mock server restarted") {
        service = createMockService({ clock: "real", allowLocalWebhooks: true })
        closing.push(() => service.close())
      } else throw new Error(`no such change: ${change}`)
    },
    close: async () => {
      for (const end of closing) await end()
    },
  }
}
type Sandbox = ReturnType<typeof newSandbox>

const people = (count: number) =>
  Array.from({ length: count }, (_, id) => `{"id":${id},"email":"p${id}@example.test"}\n`).join("")
const sendEach = "messages send-each --file people.ndjson --key n/{id} --subject Hi --html <p>Hi".split(" ")
const importPeople = "contacts import people.csv --part-rows 2".split(" ")

/** Runs, is interrupted by an error after some requests, and runs again after a change. */
async function runTwice(sandbox: Sandbox, words: string[], path: string, after: number, change: string) {
  sandbox.service.world.faults.add({ path, method: "POST", status: 401, from: after })
  expect((await sandbox.run(words)).code).toBe(3)
  sandbox.service.world.faults.clear()
  await sandbox.change(change)
  return sandbox.run(words)
}

const began = (isWhole: boolean, err: string) =>
  `${isWhole ? "line 1" : "resumed"}${/Not resumed: .* \(account 1\)/.test(err) ? ", named" : ""}`

/** A file that `whoami` leaves alone. */
const probeForeignFile = (file: string, content: object) => async (sandbox: Sandbox, change: string) => {
  const path = join(sandbox.config, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(content))
  await sandbox.change(change)
  expect((await sandbox.run(["whoami"])).code).toBe(0)
  return readFileSync(path, "utf8") === JSON.stringify(content) ? "kept" : "changed"
}

const runningMock = {
  url: "http://127.0.0.1:1",
  pid: process.pid,
  instance: "x",
  started_at: "2026-01-01T00:00:00.000Z",
}

const pulled = (address?: string) => async (sandbox: Sandbox, change: string) => {
  if (address !== undefined) sandbox.use({ MAS_BASE_URL: address })
  expect((await sandbox.run(["templates", "pull"])).code).toBe(0)
  await sandbox.change(change)
  const { code, json, err } = await sandbox.run(["templates", "status", "--output", "json"]).then((ran) => ({
    ...{ code: ran.code, err: ran.err },
    json: ran.out === "" ? [] : ran.json,
  }))
  if (code === 5 && /belongs to Acme \(account 1\), and this is/.test(err)) return "refused (5)"
  return json.some(({ version }: { version: number | null }) => version !== null && change !== "another address")
    ? "kept"
    : "own entries"
}

/** What happens to each file: by the name in the table. */
const probes: Record<string, (sandbox: Sandbox, change: string) => Promise<string>> = {
  async "sends/"(sandbox, change) {
    sandbox.write("people.ndjson", people(20))
    const { json, err } = await runTwice(sandbox, sendEach, "/v1/my/messages", 12, change)
    return began(json.sent === 20 && !err.includes("Resuming after"), err)
  },
  async "imports/"(sandbox, change) {
    sandbox.write("people.csv", "Email\na@x.test\nb@x.test\nc@x.test\nd@x.test\n")
    const { json, err } = await runTwice(sandbox, importPeople, "/v1/my/imports", 2, change)
    return began(json.imported === 4 && json.imports.length === 2, err)
  },
  async "people.refused.ndjson"(sandbox, change) {
    sandbox.write("people.ndjson", `{"id":"x","email":"nobody"}\n${people(20)}`)
    await runTwice(sandbox, sendEach, "/v1/my/messages", 12, change)
    const lines = (name: string) => readFileSync(sandbox.here(name), "utf8").trim().split("\n").length
    return lines("people.refused.ndjson") === 1 && lines("people.refused.1.ndjson") === 1 ? "renamed" : "kept"
  },
  async "listen.json"(sandbox, change) {
    const portNow = async () => {
      expect(await sandbox.run(["webhooks", "listen", "--print-secret"])).toMatchObject({ code: 0 })
      return String(Object.values(JSON.parse(readFileSync(join(sandbox.config, "state/listen.json"), "utf8"))).at(-1))
    }
    const port = await portNow()
    expect(await portNow()).toBe(port)
    await sandbox.change(change)
    return (await portNow()) === port ? "kept" : "another port"
  },
  async "approvals.db"(sandbox, change) {
    const session = await LocalMcpSession.open(sandbox.home)
    const id = await session.hold("messages.send", { channel: "email", to: "a@x.test", subject: "Hi", body: "Hi" })
    const { hash } = await session.show(id)
    await session.close()
    await sandbox.change(change)
    const { code } = await sandbox.run(["approvals", "approve", `${id}@${hash}`, "--yes"])
    return code === 0 ? "kept" : `refused (${code})`
  },
  "templates.lock.json": pulled("https://api.acme.test"),
  ".base/local/": pulled(),
  "config.json": probeForeignFile("config.json", { profiles: { work: { baseUrl: "https://work.test", apiKey: "k" } } }),
  "mocks/": probeForeignFile(`state/mocks/${process.pid}-1.json`, runningMock),
  "notices/": probeForeignFile("state/notices/other", {}),
}

let sandbox: Sandbox
afterEach(() => sandbox.close())

describe("what is kept on disk, as docs/command-line.md says", () => {
  it.each(cells)("%s, %s: %s", { tags: "slow" }, async (file, change, expected) => {
    sandbox = newSandbox()
    expect(await probes[file]?.(sandbox, change)).toBe(expected)
  })

  it("every file that the commands leave has a row", { tags: "slow" }, async () => {
    sandbox = newSandbox()
    const names = new Set(rows.map(([file = ""]) => file))
    for (const probe of Object.values(probes)) {
      sandbox = newSandbox()
      await probe(sandbox, "another brand")
      const entries = [sandbox.config, join(sandbox.config, "state")].flatMap((folder) =>
        existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [],
      )
      for (const entry of entries) {
        if (entry.name === "state") continue
        expect(names, entry.name).toContain(entry.isDirectory() ? `${entry.name}/` : entry.name)
      }
      await sandbox.close()
    }
    sandbox = newSandbox()
  })

  it("a reset of the mock server is a restart", async () => {
    sandbox = newSandbox()
    sandbox.write("people.ndjson", people(20))
    sandbox.service.world.faults.add({ path: "/v1/my/messages", method: "POST", status: 401, from: 12 })
    expect((await sandbox.run(sendEach)).code).toBe(3)
    sandbox.service.world.reset()
    const { json, err } = await sandbox.run(sendEach)
    expect(began(json.sent === 20 && !err.includes("Resuming after"), err)).toBe("line 1, named")
  })

  it("a run that resumes after another account's lists its own refused lines", async () => {
    sandbox = newSandbox()
    sandbox.write("people.ndjson", `{"id":"x","email":"nobody"}\n${people(20)}`)
    const key = sandbox.service.apiKey
    await runTwice(sandbox, sendEach, "/v1/my/messages", 12, "another account")
    sandbox.use({ MAS_API_KEY: key })
    const { json, err } = await sandbox.run(sendEach)
    expect(err).toContain("Resuming after")
    expect(err).toContain("1 lines were refused before")
    expect([json.sent, json.refused]).toEqual([20, 1])
    for (const name of ["people.refused.1.ndjson", "people.refused.2.ndjson"])
      expect(existsSync(sandbox.here(name))).toBe(true)
  })
})
