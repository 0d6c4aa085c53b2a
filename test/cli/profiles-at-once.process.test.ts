import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"
import { builtEntry } from "./own/terminal.ts"

let entry: string
let server: MockServer
let folder: string
beforeAll(async () => {
  entry = builtEntry()
  server = await startMockServer({ port: 0 })
})
afterAll(() => server.close())
beforeEach(() => {
  folder = temporaryFolder(onTestFinished)
})

/** Runs the built command line in its own process. */
async function mas(...words: string[]): Promise<number> {
  const env = { PATH: process.env.PATH, MAS_CONFIG_DIR: folder, MAS_BASE_URL: server.url }
  const child = spawn(process.execPath, [entry, ...words], { env, stdio: ["pipe", "ignore", "ignore"] })
  child.stdin.end(server.apiKey)
  const [code] = await once(child, "close")
  return code
}

const names = Array.from({ length: 8 }, (_, index) => `p${index}`)
const login = (name: string) => mas("login", "--profile", name, "--api-key", "-")
const profiles = () => Object.keys(JSON.parse(readFileSync(join(folder, "config.json"), "utf8")).profiles).toSorted()
const lock = () => join(folder, "config.json.lock")
const nobody = "2147483646"

describe("processes that change profiles concurrently", () => {
  // Repeated, since this is a race.
  it.each([1, 2, 3])("lose none of eight logins, and leave no file beside the config (%i)", async () => {
    expect(await Promise.all(names.map(login))).toEqual(names.map(() => 0))
    expect(profiles()).toEqual(names)
    expect(readdirSync(folder)).toEqual(["config.json"])
  })

  it("take over the lock of a killed process without losing a profile", async () => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(lock(), nobody)
    expect(await Promise.all(names.map(login))).toEqual(names.map(() => 0))
    expect(profiles()).toEqual(names)
    expect(readdirSync(folder)).toEqual(["config.json"])
  })

  it("take over an old lock even if its process id is in use again, and delete leftover files", async () => {
    writeFileSync(lock(), String(process.pid))
    utimesSync(lock(), 0, 0)
    for (const suffix of [".01234567-89ab-cdef-0123-456789abcdef.part", ".lock.01234567-89ab-cdef-0123-456789abcdef"]) {
      writeFileSync(join(folder, `config.json${suffix}`), "{")
      utimesSync(join(folder, `config.json${suffix}`), 0, 0)
    }
    expect(await login("one")).toBe(0)
    expect(readdirSync(folder)).toEqual(["config.json"])
  })

  it("remove some profiles while others are added", async () => {
    for (const name of names.slice(0, 4)) await login(name)
    await Promise.all([
      ...names.slice(0, 4).map((name) => mas("profiles", "remove", name, "--yes")),
      ...names.slice(4).map(login),
    ])
    expect(profiles()).toEqual(names.slice(4))
  })
})
