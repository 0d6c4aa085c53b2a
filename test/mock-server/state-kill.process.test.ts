import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, readFileSync, rmSync, watch } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { startMockServer } from "../../mock-server/index.ts"
import { Chance } from "../simulation/chance.ts"
import { buildPackage } from "../support/example.ts"
import { root } from "../support/files.ts"
import { repetitions } from "../support/repetitions.ts"
import { snapshotOf } from "../support/snapshot-of.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

const folder = temporaryFolder()
const state = join(folder, "world.jsonl")
const built = join(root, "dist/cjs/mock-server/mock-server.js")
const kills = repetitions(6, 50)

/** The number of contacts in the file: confirmed as soon as it can be read. */
function confirmed(): number {
  if (!existsSync(state)) return 0
  const completeLines = readFileSync(state, "utf8").split("\n").slice(0, -1)
  const changed = completeLines.flatMap((line) => /"contacts",(\d+),/.exec(line)?.slice(1) ?? []).at(-1)
  const last = completeLines.find((line) => line.startsWith('{"at":["tables","contacts","lastId"]'))
  return Number(changed ?? (last === undefined ? 0 : JSON.parse(last).value))
}

/**
 * Runs a server until more than `saved` is confirmed, then until it begins to save again, and for `ms` milliseconds; then kills it.
 * Returns the number confirmed just before.
 */
async function runAndKill(ms: number, saved: number): Promise<number> {
  const program = [join(root, "test/support/state-keeper.mjs"), built, state]
  const child = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"] })
  await once(child.stdout, "data")
  while (confirmed() <= saved) await setTimeout(10)
  const watcher = watch(folder)
  await once(watcher, "change")
  watcher.close()
  await setTimeout(ms)
  const confirmedCount = confirmed()
  child.kill("SIGKILL")
  await once(child, "close")
  return confirmedCount
}

/** Starts a server with the file that a killed one left. Returns the number of contacts. */
async function restarted(): Promise<number> {
  const server = await startMockServer({ port: 0, clock: "frozen", state })
  const { contacts } = snapshotOf(server.world).tables
  const { total } = await server.world.contacts.fill({ count: 0 })
  await server.close()
  expect([contacts?.rows.length, contacts?.lastId]).toEqual([total, total])
  return total
}

describe(`a server that is killed ${kills} times while it saves`, () => {
  it("leaves the old state or the new one, complete, and loses nothing that was confirmed", async () => {
    buildPackage()
    const chance = new Chance(1)
    let least = 0
    for (let kill = 1; kill <= kills; kill++) {
      // A save takes a few milliseconds, so kills fall at its beginning, within it, and after it.
      // Every fifth has saved something, however slow the machine is.
      least = Math.max(least, await runAndKill(chance.int(0, 12), kill % 5 === 0 ? least : -1))
      expect(confirmed(), `after kill ${kill}`).toBeGreaterThanOrEqual(least)
      const total = await restarted()
      expect(total).toBeGreaterThanOrEqual(least)
      // The world begins with three contacts, and gets five at a time.
      expect((total - 3) % 5).toBe(0)
      expect(readdirSync(folder)).toEqual(["world.jsonl"])
    }
    expect(least).toBeGreaterThan(kills / 10)
  }, 1_800_000)
})

/** Starts a server, sends it contacts by four connections, and kills it when it has responded `count` of them. */
async function answerAndKill(count: number, from: number): Promise<readonly number[]> {
  const program = [join(root, "test/support/state-server.mjs"), built, state]
  const child = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"] })
  const closed = once(child, "close")
  const [output] = await once(child.stdout, "data")
  const url = String(output).trim()
  const headers = { Authorization: "Bearer maskey_live_mock", "Content-Type": "application/json" }
  const answered: number[] = []
  let next = from
  async function send() {
    while (answered.length < count) {
      const number = next++
      const body = JSON.stringify({ email: `answered-${number}@example.test` })
      const response = await fetch(`${url}/v1/my/contacts`, { method: "POST", headers, body })
      if (response.status === 201) answered.push(number)
      if (answered.length === count) child.kill("SIGKILL")
    }
  }
  // What is on its way when it is killed gets no response.
  await Promise.all([1, 2, 3, 4].map(() => send().catch(() => {})))
  await closed
  return answered
}

describe(`a server that is killed ${kills} times while it answers`, () => {
  it.each([
    ["a small world", 0],
    ["a world whose file takes long to write", 30_000],
  ])("has everything that it has responded, in %s", { timeout: 1_800_000 }, async (_title, contacts) => {
    buildPackage()
    rmSync(state, { force: true })
    const first = await startMockServer({ port: 0, clock: "frozen", state })
    await first.world.contacts.fill({ count: contacts })
    await first.close()
    const chance = new Chance(2)
    const all: number[] = []
    for (let kill = 1; kill <= kills; kill++) {
      all.push(...(await answerAndKill(chance.int(1, 40), 1_000 * kill)))
      const server = await startMockServer({ port: 0, clock: "frozen", state })
      const rows = snapshotOf(server.world).tables.contacts?.rows ?? []
      const savedEmails = new Set(rows.map((row) => Reflect.get(row, "email")))
      expect(all.filter((number) => !savedEmails.has(`answered-${number}@example.test`))).toEqual([])
      await server.close()
    }
    expect(all.length).toBeGreaterThan(kills)
  })
})
