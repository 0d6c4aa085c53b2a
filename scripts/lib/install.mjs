import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root, run, runNode } from "./run.mjs"

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages
  } catch {
    return undefined
  }
}

/** True if node_modules matches package-lock.json. Packages for other platforms may be absent. */
export function isInstalled(folder = root) {
  const wanted = readPackages(join(folder, "package-lock.json"))
  const present = readPackages(join(folder, "node_modules/.package-lock.json"))
  if (!wanted) throw new Error("package-lock.json is missing or not JSON")
  if (!present) return false
  return Object.entries(wanted).every(([path, { version, integrity, optional, peer }]) => {
    if (path === "") return true
    const found = present[path]
    if (!found) return Boolean(optional || peer)
    return found.version === version && found.integrity === integrity
  })
}

/** Runs npm: the one that started this process, else the one on the PATH. */
export function runNpm(args, options) {
  const npm = process.env.npm_execpath
  return npm?.endsWith(".js") ? runNode(npm, args, options) : run("npm", args, options)
}

/**
 * Installs the locked packages when they are missing or differ from the lockfile. Install scripts are not run: they
 * compile for minutes, and only SQLite needs it.
 */
export async function ensureInstalled() {
  if (!isInstalled()) await npm(["ci", "--ignore-scripts", "--include=dev", "--no-audit", "--no-fund"])
}

/** Compiles SQLite where no binary can be downloaded: 20 seconds without optimization, 70 with it. */
export async function ensureSqlite() {
  if (existsSync(join(root, "node_modules/better-sqlite3/build"))) return
  await npm(["rebuild", "better-sqlite3"], { CFLAGS: "-O0", CXXFLAGS: "-O0" })
}

async function npm(args, env) {
  process.stderr.write(`Installing packages (npm ${args[0]}) …\n`)
  const { code } = await runNpm(args, { stdio: "stderr", env })
  if (code !== 0) throw new Error(`npm ${args[0]} failed: see its messages above`)
}
