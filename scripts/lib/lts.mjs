import { existsSync } from "node:fs"
import { join } from "node:path"
import { runNpm } from "./install.mjs"
import { root } from "./run.mjs"

/** The current long-term support line of Node; the floor is what runs these scripts. */
export const ltsVersion = "26.10.0"

const platform = process.platform === "win32" ? "win" : process.platform
const packageName = `node-${platform}-${process.arch}`
const folder = join(root, `node_modules/.cache/mas-sdk/node-${ltsVersion}`)
const program = join(folder, "node_modules", packageName, process.platform === "win32" ? "bin/node.exe" : "bin/node")

/** The path of a Node of that line, from the npm registry; undefined where it cannot be had. */
export async function ltsNode() {
  if (existsSync(program)) return program
  const options = ["--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--no-package-lock"]
  await runNpm(["install", ...options, `${packageName}@${ltsVersion}`])
  return existsSync(program) ? program : undefined
}
