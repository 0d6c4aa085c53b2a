import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { builtOutputs, committedOutputs } from "./generate/outputs.ts"

// Usage: tsx scripts/generate.ts [--check | --built]
// Writes what differs; with --check writes nothing, names what is stale and exits 1. With --built only what is not committed.

const root = fileURLToPath(new URL("..", import.meta.url))
const checkOnly = process.argv.includes("--check")
const outputs = process.argv.includes("--built") ? builtOutputs : [...committedOutputs, ...builtOutputs]
let stale = 0
for (const { path, render } of outputs) {
  const wanted = await render()
  if (read(root + path) === wanted) continue
  stale += 1
  console.log(checkOnly ? `stale: ${path}` : `wrote ${path}`)
  if (checkOnly) continue
  mkdirSync(dirname(root + path), { recursive: true })
  writeFileSync(root + path, wanted)
}
if (stale === 0) console.log(`${outputs.length} generated files are up to date`)
if (checkOnly && stale > 0) process.exitCode = 1

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}
