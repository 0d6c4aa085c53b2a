import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { startMockServer } from "../../mock-server/index.ts"
import { Chance } from "../simulation/chance.ts"
import { buildPackage } from "../support/example.ts"
import { root } from "../support/files.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

const folder = temporaryFolder()
const state = join(folder, "world.jsonl")
const built = join(root, "dist/cjs/mock-server/mock-server.js")
const kills = 50

/** The number of contacts in the file: confirmed as soon as it can be read. */
function confirmed(): number {
  if (!existsSync(state)) return 0
  const lines = readFileSync(state, "utf8").split("\n")
  const last = lines.find((line) => line.startsWith('{"at":["tables","contacts","lastId"]'))
  return last === undefined ? 0 : JSON.parse(last).value
}

/**
 * Runs a server for `ms` milliseconds, and until more than `saved` is confirmed, then kills it.
 * Returns the number confirmed just before.
 */
async function runAndKill(ms: number, saved: number): Promise<number> {
  const program = [join(root, "test/support/state-keeper.mjs"), built, state]
  const child = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"] })
  await once(child.stdout, "data")
  await setTimeout(ms)
  while (confirmed() <= saved) await setTimeout(10)
  const known = confirmed()
  child.kill("SIGKILL")
  await once(child, "close")
  return known
}

describe(`a server that is killed ${kills} times at random moments`, () => {
  it("never breaks its state file, and loses nothing that was confirmed", async () => {
    buildPackage()
    const chance = new Chance(1)
    let least = 0
    for (let kill = 1; kill <= kills; kill++) {
      // The file is checked for changes every 100 ms, so kills fall before, during and after a save.
      // Every fifth has saved something, however slow the machine is.
      least = Math.max(least, await runAndKill(chance.int(0, 240), kill % 5 === 0 ? least : -1))
      expect(confirmed(), `after kill ${kill}`).toBeGreaterThanOrEqual(least)
    }
    const server = await startMockServer({ port: 0, clock: "frozen", state })
    const { total } = server.world.fillContacts({ count: 0 })
    await server.close()
    expect(total).toBeGreaterThanOrEqual(least)
    expect(least).toBeGreaterThan(kills / 10)
    expect(readdirSync(folder)).toEqual(["world.jsonl"])
  }, 1_800_000)
})
