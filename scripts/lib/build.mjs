import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { writeNotices } from "./notices.mjs"
import { root, runNode, tool } from "./run.mjs"

const dist = join(root, "dist")
const stamp = join(dist, ".stamp")
const cache = join(root, "node_modules/.cache/mas-sdk")
const lock = join(cache, "build.lock")
const sources = [
  "sdk",
  "mock-server",
  "cli",
  "scripts/lib",
  "tsup.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
]

function* filesUnder(path) {
  if (!statSync(path).isDirectory()) return yield path
  for (const name of readdirSync(path).sort()) yield* filesUnder(join(path, name))
}

/** One hash over everything that a build reads. */
export function sourceHash() {
  const hash = createHash("sha256")
  for (const source of sources) {
    for (const file of filesUnder(join(root, source)))
      hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file))
  }
  return hash.digest("hex")
}

/** True when dist was built from exactly the sources that are here. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === sourceHash()
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === "EPERM"
  }
}

/** True when the process that holds the lock has died, or has held it for longer than any build takes. */
function isAbandoned() {
  const { mtimeMs } = statSync(lock, { throwIfNoEntry: false }) ?? {}
  if (mtimeMs === undefined) return false
  const owner = Number(readFileSync(lock, "utf8"))
  return Date.now() - mtimeMs > 300_000 || (owner > 0 && !isAlive(owner))
}

function takeLock() {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" })
    return true
  } catch (error) {
    if (error.code !== "EEXIST") throw error
    return false
  }
}

/** Builds of one checkout go one after another. */
async function withLock(work) {
  mkdirSync(cache, { recursive: true })
  while (!takeLock()) {
    if (isAbandoned()) rmSync(lock, { force: true })
    else await delay(200)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Builds into a folder of its own and swaps it in at the end: dist is the old build or the new one, never half of one. */
async function build() {
  const hash = sourceHash()
  const fresh = join(root, `dist.${process.pid}.tmp`)
  const old = `${fresh}.old`
  try {
    const { code, output } = await runNode(tool("tsup/dist/cli-default.js"), [], { env: { MAS_OUT_DIR: fresh } })
    if (code !== 0) throw new Error(`tsup failed:\n${output}`)
    writeNotices(fresh)
    writeFileSync(join(fresh, ".stamp"), hash)
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(fresh, dist)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    rmSync(old, { recursive: true, force: true })
  }
}

/** Builds dist; with `ifStale` only when the sources changed since the last build. Says on stderr what it does. */
export function ensureBuilt({ ifStale = true } = {}) {
  if (ifStale && isBuilt()) return Promise.resolve()
  return withLock(async () => {
    if (ifStale && isBuilt()) return
    const started = performance.now()
    process.stderr.write("Building dist …\n")
    await build()
    process.stderr.write(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
  })
}
