import fs, {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { expect, it, onTestFinished, vi } from "vitest"
import { takeLock } from "../../sdk/files/process-lock.ts"
import { freshModule } from "../support/fresh-module.ts"
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
  const { takeLock } = await freshModule<typeof import("../../sdk/files/process-lock.ts")>("sdk/files/process-lock.ts")
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

/** More than any process id. */
const ended = "4194305"

it("an abandoned lock is left to the process that takes it over, unless that has been at it for too long", () => {
  const folder = temporaryFolder(onTestFinished)
  const lock = join(folder, "x.lock")
  writeFileSync(lock, ended)
  writeFileSync(`${lock}.turn`, String(process.ppid))
  expect(takeLock(lock)).toEqual({ owner: Number(ended) })
  expect(readdirSync(folder).sort()).toEqual(["x.lock", "x.lock.turn"])
  utimesSync(`${lock}.turn`, 0, 0)
  const lease = takeLock(lock)
  expect(lease).toHaveProperty("release")
  expect(readdirSync(folder)).toEqual(["x.lock"])
  if ("release" in lease) lease.release()
  expect(readdirSync(folder)).toEqual([])
})

it("a lock that is released while it is looked at is taken", () => {
  const lock = join(temporaryFolder(onTestFinished), "x.lock")
  writeFileSync(lock, String(process.ppid))
  const look = vi.spyOn(fs, "lstatSync").mockImplementationOnce((path) => {
    rmSync(lock)
    return lstatSync(path)
  })
  onTestFinished(() => look.mockRestore())
  expect(takeLock(lock)).toHaveProperty("release")
})

it("a lock is not taken where it cannot be, and nothing is left there", () => {
  const folder = temporaryFolder(onTestFinished)
  const link = vi.spyOn(fs, "linkSync").mockImplementation(() => {
    throw Object.assign(new Error("no space left"), { code: "ENOSPC" })
  })
  expect(() => takeLock(join(folder, "x.lock"))).toThrow("no space left")
  link.mockRestore()
  expect(readdirSync(folder)).toEqual([])
  mkdirSync(join(folder, "y.lock"))
  expect(() => takeLock(join(folder, "y.lock"))).toThrow("y.lock is not a regular file")
  expect(readdirSync(folder)).toEqual(["y.lock"])
})
