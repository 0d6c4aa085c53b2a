import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
import { readProjectFile } from "../../support/files.ts"
import { Talk } from "./mcp-talk.ts"
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
function newPlace() {
  const place = homeWithService({ clock: "real", allowLocalWebhooks: true })
  let { service } = place
  const shared = "https://api.acme.test"
  const toService: typeof fetch = (input, init) =>
    service.fetch(String(input).replace(/^https?:\/\/[^/]+/, service.url), init)
  let env: Record<string, string> = {}
  const closing = [place.close]
  const here = (file: string) => join(place.home.folder, file)
  const run = (words: string[], options: RunOptions = {}) =>
    place.run(words, {
      ...options,
      env: { ...options.env, ...env },
      io: { fetch: toService, session: "tty", ...options.io },
    })
  return {
    ...{ here, run, toService, config: here("config"), home: place.home },
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
type Place = ReturnType<typeof newPlace>

const people = (count: number) =>
  Array.from({ length: count }, (_, id) => `{"id":${id},"email":"p${id}@example.test"}\n`).join("")
const sendEach = "messages send-each --file people.ndjson --key n/{id} --subject Hi --html <p>Hi".split(" ")
const importPeople = "contacts import people.csv --part-rows 2".split(" ")

/** Runs, is interrupted by an error after some requests, and runs again after a change. */
async function runTwice(place: Place, words: string[], path: string, after: number, change: string) {
  place.service.world.faults.add({ path, method: "POST", status: 401, from: after })
  expect((await place.run(words)).code).toBe(3)
  place.service.world.faults.clear()
  await place.change(change)
  return place.run(words)
}

const began = (isWhole: boolean, err: string) =>
  `${isWhole ? "line 1" : "resumed"}${/Not resumed: .* \(account 1\)/.test(err) ? ", named" : ""}`

/** A file that `whoami` leaves alone. */
const left = (file: string, content: object) => async (place: Place, change: string) => {
  const path = join(place.config, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(content))
  await place.change(change)
  expect((await place.run(["whoami"])).code).toBe(0)
  return readFileSync(path, "utf8") === JSON.stringify(content) ? "kept" : "changed"
}

const runningMock = {
  url: "http://127.0.0.1:1",
  pid: process.pid,
  instance: "x",
  started_at: "2026-01-01T00:00:00.000Z",
}

const pulled = (address?: string) => async (place: Place, change: string) => {
  if (address !== undefined) place.use({ MAS_BASE_URL: address })
  expect((await place.run(["templates", "pull"])).code).toBe(0)
  await place.change(change)
  const { code, json, err } = await place.run(["templates", "status", "--output", "json"]).then((ran) => ({
    ...{ code: ran.code, err: ran.err },
    json: ran.out === "" ? [] : ran.json,
  }))
  if (code === 5 && /belongs to Acme \(account 1\), and this is/.test(err)) return "refused (5)"
  return json.some(({ version }: { version: number | null }) => version !== null && change !== "another address")
    ? "kept"
    : "own entries"
}

/** What happens to each file: by the name in the table. */
const probes: Record<string, (place: Place, change: string) => Promise<string>> = {
  async "sends/"(place, change) {
    place.write("people.ndjson", people(20))
    const { json, err } = await runTwice(place, sendEach, "/v1/my/messages", 12, change)
    return began(json.sent === 20, err)
  },
  async "imports/"(place, change) {
    place.write("people.csv", "Email\na@x.test\nb@x.test\nc@x.test\nd@x.test\n")
    const { json, err } = await runTwice(place, importPeople, "/v1/my/imports", 2, change)
    return began(json.imported === 4 && json.imports.length === 2, err)
  },
  async "people.refused.ndjson"(place, change) {
    place.write("people.ndjson", `{"id":"x","email":"nobody"}\n${people(20)}`)
    await runTwice(place, sendEach, "/v1/my/messages", 12, change)
    const lines = (name: string) => readFileSync(place.here(name), "utf8").trim().split("\n").length
    return lines("people.refused.ndjson") === 1 && lines("people.refused.1.ndjson") === 1 ? "renamed" : "kept"
  },
  async "contact-columns.json"(place, change) {
    const words = ["contacts", "import", "people.csv"]
    place.write("people.csv", "email,Newsletter edition\na@x.test,Weekly\n")
    expect((await place.run([...words, "--map", "Newsletter edition=data"])).code).toBe(0)
    expect((await place.run(words)).code).toBe(0)
    await place.change(change)
    return (await place.run(words)).code === 2 ? "asked again" : "kept"
  },
  async "listen.json"(place, change) {
    const portNow = async () => {
      expect(await place.run(["webhooks", "listen", "--print-secret"])).toMatchObject({ code: 0 })
      return String(Object.values(JSON.parse(readFileSync(join(place.config, "state/listen.json"), "utf8"))).at(-1))
    }
    const port = await portNow()
    expect(await portNow()).toBe(port)
    await place.change(change)
    return (await portNow()) === port ? "kept" : "another port"
  },
  async "approvals.db"(place, change) {
    const talk = await Talk.open(place.home)
    const id = await talk.held("messages.send", { channel: "email", to: "a@x.test", subject: "Hi", body: "Hi" })
    const { hash } = await talk.shown(id)
    await talk.close()
    await place.change(change)
    const { code } = await place.run(["approvals", "approve", `${id}@${hash}`, "--yes"])
    return code === 0 ? "kept" : `refused (${code})`
  },
  "templates.lock.json": pulled("https://api.acme.test"),
  ".base/local/": pulled(),
  "config.json": left("config.json", { profiles: { work: { baseUrl: "https://work.test", apiKey: "k" } } }),
  "mocks/": left(`state/mocks/${process.pid}-1.json`, runningMock),
  "notices/": left("state/notices/other", {}),
}

let place: Place
afterEach(() => place.close())

describe("what is kept on disk, as docs/command-line.md says", () => {
  it.each(cells)("%s, %s: %s", async (file, change, expected) => {
    place = newPlace()
    expect(await probes[file]?.(place, change)).toBe(expected)
  })

  it("every file that the commands leave has a row", async () => {
    place = newPlace()
    const names = new Set(rows.map(([file = ""]) => file))
    for (const probe of Object.values(probes)) {
      place = newPlace()
      await probe(place, "another brand")
      const found = [place.config, join(place.config, "state")].flatMap((folder) =>
        existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [],
      )
      for (const entry of found) {
        if (entry.name === "state") continue
        expect(names, entry.name).toContain(entry.isDirectory() ? `${entry.name}/` : entry.name)
      }
      await place.close()
    }
    place = newPlace()
  })

  it("a reset of the mock server is a restart", async () => {
    place = newPlace()
    place.write("people.ndjson", people(20))
    place.service.world.faults.add({ path: "/v1/my/messages", method: "POST", status: 401, from: 12 })
    expect((await place.run(sendEach)).code).toBe(3)
    place.service.world.reset()
    const { json, err } = await place.run(sendEach)
    expect(began(json.sent === 20, err)).toBe("line 1, named")
  })

  it("a run that resumes after another account's lists its own refused lines", async () => {
    place = newPlace()
    place.write("people.ndjson", `{"id":"x","email":"nobody"}\n${people(20)}`)
    const key = place.service.apiKey
    await runTwice(place, sendEach, "/v1/my/messages", 12, "another account")
    place.use({ MAS_API_KEY: key })
    const { json, err } = await place.run(sendEach)
    expect(err).toContain("Resuming after")
    expect(err).toContain("1 lines were refused before")
    expect([json.sent < 20, json.refused]).toEqual([true, 1])
    for (const name of ["people.refused.1.ndjson", "people.refused.2.ndjson"])
      expect(existsSync(place.here(name))).toBe(true)
  })
})
