import { linkSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { unforeseenName } from "../base/host.ts"

/** The locks of this process: a lock with its id that is not among them is an earlier process's, which had the same id. */
const held = new Set<string>()

/** Takes a lock for this process, or says which process has it. One whose process has ended is taken over. */
export function takeLock(lock: string): { readonly release: () => void } | { readonly owner: number } {
  const own = `${lock}.${unforeseenName()}`
  // Linked into its place, so that nobody ever reads half of one.
  writeFileSync(own, String(process.pid), { flag: "wx", mode: 0o600 })
  try {
    for (;;) {
      if (linked(own, lock)) return { release: hold(lock) }
      const owner = Number(readText(lock))
      if (isHeld(lock, owner)) return { owner }
      removeAbandoned(lock, own, owner)
    }
  } finally {
    rmSync(own, { force: true })
  }
}

function hold(lock: string): () => void {
  held.add(lock)
  return () => {
    if (held.delete(lock)) rmSync(lock, { force: true })
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false
    throw error
  }
}

/** Moves an abandoned lock away first: another process may have done the same, and hold the lock by now. */
function removeAbandoned(lock: string, own: string, owner: number): void {
  const away = `${own}.old`
  try {
    renameSync(lock, away)
  } catch (error) {
    if (hasCode(error, "ENOENT")) return
    throw error
  }
  if (Number(readText(away)) !== owner) linked(away, lock)
  rmSync(away, { force: true })
}

function isHeld(lock: string, owner: number): boolean {
  if (owner === process.pid) return held.has(lock)
  if (!(owner > 0)) return false
  try {
    return process.kill(owner, 0)
  } catch (error) {
    return hasCode(error, "EPERM")
  }
}

function readText(path: string): string {
  try {
    if (!lstatSync(path).isFile()) throw new Error(`${path} is not a regular file`)
    return readFileSync(path, "utf8")
  } catch (error) {
    if (hasCode(error, "ENOENT")) return ""
    throw error
  }
}

/** Whether an error is one of the system's with this code. */
export const hasCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code
