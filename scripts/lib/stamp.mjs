import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { root } from "./run.mjs"

/** What the scripts keep between runs. */
export const cache = join(root, "node_modules/.cache/mas-sdk")

function* filesUnder(path) {
  if (!statSync(path).isDirectory()) return yield path
  for (const name of readdirSync(path).sort()) yield* filesUnder(join(path, name))
}

/** One hash over files and folders, named from the folder of package.json. */
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

/** True when the process that holds the lock has died, or has held it for longer than any such work takes. */
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

/** Work of one name goes one after another in a checkout. */
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

/** Does work and gives it the hash of its sources, which it leaves in the file `stamp`; nothing where they have that hash already. */
export async function refresh(name, stamp, sources, work) {
  const isFresh = (hash) => existsSync(stamp) && readFileSync(stamp, "utf8") === hash
  if (isFresh(hashOf(sources))) return
  await withLock(name, async () => {
    const hash = hashOf(sources)
    if (!isFresh(hash)) await work(hash)
  })
}
