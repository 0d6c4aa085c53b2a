import { existsSync } from "node:fs"
import { join } from "node:path"
import { runNpm } from "./install.mjs"
import { cache, withLock } from "./stamp.mjs"

/** The current LTS version of Node. These scripts run on the minimum version. */
export const ltsVersion = "26.10.0"

const platform = process.platform === "win32" ? "win" : process.platform
const packageName = `node-${platform}-${process.arch}`

function install(version) {
  const folder = join(cache, `node-${version}`)
  const program = join(folder, "node_modules", packageName, process.platform === "win32" ? "bin/node.exe" : "bin/node")
  return withLock(`node-${version}`, async () => {
    if (existsSync(program)) return program
    const options = ["--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--no-package-lock"]
    await runNpm(["install", ...options, `${packageName}@${version}`])
    return existsSync(program) ? program : undefined
  })
}

const nodes = new Map()

/** The path of Node in this version, from the npm registry, installed once per process; undefined if it is unavailable. */
export function nodeOf(version) {
  if (!nodes.has(version)) nodes.set(version, install(version))
  return nodes.get(version)
}

/** The path of Node in the LTS version; undefined if it is unavailable. */
export const ltsNode = () => nodeOf(ltsVersion)
