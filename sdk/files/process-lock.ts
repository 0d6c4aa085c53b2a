import { builtin } from "../client/transport/builtin.ts"

/** Looked up when it is used: bundlers for other platforms read this file, too. */
const fs = () => builtin("node:fs")

/** The locks of this process. Any other lock with its process id was left by an earlier process with the same id. */
const locks = new Set<string>()

/** Maximum milliseconds for taking over an abandoned lock, which needs a few file system calls. */
const takeOverLasts = 5_000

/** Milliseconds for which a lock may be empty on file systems without links. */
const writingLasts = 1_000
/** Error codes of file systems without links. */
const linkless = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]

/** True after a file system did not support links. */
let hasNoLinks = false

interface LockOptions {
  /** Milliseconds after which a lock is abandoned, whoever holds it: process ids are reused. Never when omitted. */
  readonly lasts?: number
}

/** Takes a lock for this process, or returns the id of its owner. Takes over a lock whose process has ended. */
export function takeLock(
  lock: string,
  { lasts = Number.POSITIVE_INFINITY }: LockOptions = {},
): { readonly release: () => void } | { readonly owner: number } {
  const ownLock = `${lock}.${crypto.randomUUID()}`
  // Linked into place, so that no process reads a partial file.
  fs().writeFileSync(ownLock, `${process.pid} ${startOf(process.pid) ?? ""}`.trim(), { flag: "wx", mode: 0o600 })
  try {
    for (;;) {
      if (linked(ownLock, lock)) return { release: hold(lock) }
      const lockFile = readLock(lock)
      // It was released in the meantime.
      if (lockFile === undefined) continue
      const { owner, start, made: createdAt } = lockFile
      const age = madeAt(ownLock) - createdAt
      if (isHeld(lock, owner, start) ? age < lasts : hasNoLinks && owner === 0 && age < writingLasts) return { owner }
      if (!removeAbandoned(lock, ownLock, owner)) return { owner }
    }
  } finally {
    fs().rmSync(ownLock, { force: true })
  }
}

function hold(lock: string): () => void {
  locks.add(lock)
  return () => {
    if (locks.delete(lock) && readLock(lock)?.owner === process.pid) fs().rmSync(lock, { force: true })
  }
}

function linked(from: string, to: string): boolean {
  try {
    fs().linkSync(from, to)
    return true
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false
    if (!linkless.some((code) => hasCode(error, code))) throw error
    hasNoLinks = true
    return written(from, to)
  }
}

/** Creates the lock on file systems without links: it may be empty for a moment. */
function written(from: string, to: string): boolean {
  try {
    fs().writeFileSync(to, fs().readFileSync(from), { flag: "wx", mode: 0o600 })
    return true
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false
    throw error
  }
}

/**
 * Removes an abandoned lock; false while another process does so. Checks again under its own lock: the abandoned one may have
 * been replaced, and a new lock must stay.
 */
function removeAbandoned(lock: string, ownLock: string, owner: number): boolean {
  const turn = `${lock}.turn`
  if (!linked(ownLock, turn)) {
    const other = readLock(turn)
    if (other && madeAt(ownLock) - other.made < takeOverLasts) return false
    fs().rmSync(turn, { force: true })
    return true
  }
  try {
    // If it is gone, the next lock belongs to another process.
    if (readLock(lock)?.owner === owner) fs().rmSync(lock, { force: true })
    return true
  } finally {
    fs().rmSync(turn, { force: true })
  }
}

function isHeld(lock: string, owner: number, start: string | undefined): boolean {
  if (owner === process.pid) return locks.has(lock)
  const now = startOf(owner)
  // Another process may have got the id of one that ended.
  const isAnother = start !== undefined && now !== undefined && start !== now
  return isRunning(owner) && !isAnother
}

/** What Linux tells about a process, from its state on; empty where the system has no such file. */
function statOf(pid: number): readonly string[] {
  try {
    // The name of the program comes before, in parentheses, and may have any characters.
    const stat = fs().readFileSync(`/proc/${pid}/stat`, "utf8")
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  } catch {
    return []
  }
}

/** When a process started, in ticks since the system did; undefined where that is unknown. */
const startOf = (pid: number): string | undefined => statOf(pid)[19]

/** A process that has ended keeps its id until its parent asks for its exit code, which a container's first process may never do. */
const hasEnded = (pid: number) => ["Z", "X"].includes(statOf(pid)[0] ?? "")

export function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    return process.kill(pid, 0) && !hasEnded(pid)
  } catch (error) {
    return hasCode(error, "EPERM")
  }
}

const madeAt = (path: string) => fs().lstatSync(path).mtimeMs

interface Lock {
  readonly owner: number
  /** When its owner started, where the system tells. */
  readonly start?: string | undefined
  readonly made: number
}

function readLock(path: string): Lock | undefined {
  try {
    const stats = fs().lstatSync(path)
    if (!stats.isFile()) throw new Error(`${path} is not a regular file`)
    const [owner = "", start] = fs().readFileSync(path, "utf8").split(" ")
    return { owner: Number(owner), start, made: stats.mtimeMs }
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined
    throw error
  }
}

export const hasCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code
