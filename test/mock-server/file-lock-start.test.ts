import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
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
