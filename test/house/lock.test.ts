import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { withLock } from "../../scripts/lib/stamp.mjs"
import { root } from "../support/files.ts"

const name = `test-${process.pid}`
const lock = join(root, `node_modules/.cache/mas-sdk/${name}.lock`)

/** Makes every check for a process fail with a system error. */
function answerSignals(code: string, asked: () => void): void {
  const spy = vi.spyOn(process, "kill").mockImplementation(() => {
    asked()
    throw Object.assign(new Error(`kill ${code}`), { code })
  })
  onTestFinished(() => {
    spy.mockRestore()
    rmSync(lock, { force: true })
  })
}

/** Leaves a lock of another process. */
async function leaveLock(): Promise<void> {
  await withLock(name, () => expect(readFileSync(lock, "utf8")).toBe(String(process.pid)))
  writeFileSync(lock, "4194305")
}

describe("the lock of work in a checkout", () => {
  it("waits for a live process that may not be signalled, until it releases its lock", async () => {
    await leaveLock()
    let asked = 0
    answerSignals("EPERM", () => {
      asked++
      if (asked === 2) rmSync(lock)
    })
    expect(await withLock(name, () => asked)).toBe(2)
    expect(existsSync(lock)).toBe(false)
  })

  it("is taken over from a process that no longer exists", async () => {
    await leaveLock()
    let asked = 0
    answerSignals("ESRCH", () => {
      asked++
    })
    expect(await withLock(name, () => asked)).toBe(1)
    expect(existsSync(lock)).toBe(false)
  })
})
