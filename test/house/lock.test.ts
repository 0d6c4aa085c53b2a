import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { withLock } from "../../scripts/lib/stamp.mjs"
import { root } from "../support/files.ts"

const name = `test-${process.pid}`
const lock = join(root, `node_modules/.cache/mas-sdk/${name}.lock`)

/** Makes every check for a process fail with a system error. */
function answerSignals(code: string, onCheck: () => void): void {
  const spy = vi.spyOn(process, "kill").mockImplementation(() => {
    onCheck()
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
  it("waits for a live process that may not be signalled, until it releases its lock", { tags: "slow" }, async () => {
    await leaveLock()
    let checkCount = 0
    answerSignals("EPERM", () => {
      checkCount++
      if (checkCount === 2) rmSync(lock)
    })
    expect(await withLock(name, () => checkCount)).toBe(2)
    expect(existsSync(lock)).toBe(false)
  })

  it("is taken over from a process that no longer exists", async () => {
    await leaveLock()
    let checkCount = 0
    answerSignals("ESRCH", () => {
      checkCount++
    })
    expect(await withLock(name, () => checkCount)).toBe(1)
    expect(existsSync(lock)).toBe(false)
  })
})
