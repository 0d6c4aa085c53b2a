import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { root } from "./run.mjs"

/** The scripts' cache folder. */
export const cache = join(root, "node_modules/.cache/mas-sdk")

function* filesUnder(path) {
  if (!statSync(path).isDirectory()) return yield path
  for (const name of readdirSync(path).sort()) yield* filesUnder(join(path, name))
}

/** One hash over files and folders; paths are relative to package.json. */
export function hashOf(sources) {
  const hash = createHash("sha256")
  for (const source of sources) {
    for (const file of filesUnder(join(root, source)))
      hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file))
  }
  return hash.digest("hex")
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === "EPERM"
  }
}

/** True when the lock's process has died, or has held the lock for longer than any such work takes. */
function isAbandoned(lock) {
  const { mtimeMs } = statSync(lock, { throwIfNoEntry: false }) ?? {}
  if (mtimeMs === undefined) return false
  const owner = Number(readFileSync(lock, "utf8"))
  return Date.now() - mtimeMs > 300_000 || (owner > 0 && !isAlive(owner))
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" })
    return true
  } catch (error) {
    if (error.code !== "EEXIST") throw error
    return false
  }
}

/** Runs work exclusively: in a checkout, only one process at a time does work of this name. */
export async function withLock(name, work) {
  const lock = join(cache, `${name}.lock`)
  mkdirSync(cache, { recursive: true })
  while (!take(lock)) {
    if (isAbandoned(lock)) rmSync(lock, { force: true })
    else await delay(200)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Does work unless the file `stamp` already has the hash of its sources; the work receives the hash and writes `stamp`. */
export async function refresh(name, stamp, sources, work) {
  const isFresh = (hash) => existsSync(stamp) && readFileSync(stamp, "utf8") === hash
  if (isFresh(hashOf(sources))) return
  await withLock(name, async () => {
    const hash = hashOf(sources)
    if (!isFresh(hash)) await work(hash)
  })
}
