import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, readFileSync, watch } from "node:fs"
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
const kills = repetitions(10, 50)

/** The number of contacts in the file: confirmed as soon as it can be read. */
function confirmed(): number {
  if (!existsSync(state)) return 0
  const lines = readFileSync(state, "utf8").split("\n")
  const last = lines.find((line) => line.startsWith('{"at":["tables","contacts","lastId"]'))
  return last === undefined ? 0 : JSON.parse(last).value
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
  const known = confirmed()
  child.kill("SIGKILL")
  await once(child, "close")
  return known
}

/** Starts a server with the file that a killed one left. Returns the number of contacts. */
async function restarted(): Promise<number> {
  const server = await startMockServer({ port: 0, clock: "frozen", state })
  const { contacts } = snapshotOf(server.world).tables
  const { total } = await server.world.fillContacts({ count: 0 })
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
