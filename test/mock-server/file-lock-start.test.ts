import fs, { existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it, onTestFinished, vi } from "vitest"
import { takeLock } from "../../sdk/files/process-lock.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

it.runIf(process.platform === "linux")(
  "a lock belongs to the process that made it, not to a later one with its id",
  () => {
    const lock = join(temporaryFolder(onTestFinished), "x.lock")
    const first = takeLock(lock)
    const [, start] = readFileSync(lock, "utf8").split(" ")
    expect(start).toMatch(/^\d+$/)
    if ("release" in first) first.release()
    // The parent runs, and did not start at the first tick.
    writeFileSync(lock, `${process.ppid} 1`)
    const lease = takeLock(lock)
    expect(lease).toHaveProperty("release")
    if ("release" in lease) lease.release()
    writeFileSync(lock, String(process.ppid))
    expect(takeLock(lock)).toEqual({ owner: process.ppid })
  },
)

it("a lock is held until its release on a file system without links, too, where a new one may still be empty", async () => {
  const link = vi.spyOn(fs, "linkSync").mockImplementation(() => {
    throw Object.assign(new Error("links are not permitted"), { code: "EPERM" })
  })
  onTestFinished(() => link.mockRestore())
  // As in a new process: the module remembers that there are no links.
  vi.resetModules()
  const { takeLock } = await import("../../sdk/files/process-lock.ts")
  const lock = join(temporaryFolder(onTestFinished), "x.lock")
  const first = takeLock(lock)
  expect(first).toHaveProperty("release")
  expect(takeLock(lock)).toEqual({ owner: process.pid })
  if ("release" in first) first.release()
  expect(existsSync(lock)).toBe(false)
  writeFileSync(lock, "")
  expect(takeLock(lock)).toEqual({ owner: 0 })
  utimesSync(lock, 0, 0)
  const second = takeLock(lock)
  expect(second).toHaveProperty("release")
  if ("release" in second) second.release()
})
