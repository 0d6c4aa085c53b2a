import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Output } from "./generate/output.ts"
import { builtOutputs, committedOutputs } from "./generate/outputs.ts"

// Usage: tsx scripts/generate.ts [--built]
// Writes what differs. With --built only what is not committed, and nothing (exit 2) while the sources import what is stale.

const root = fileURLToPath(new URL("..", import.meta.url))

function read(path: string): string | undefined {
  try {
    return readFileSync(root + path, "utf8")
  } catch {
    return undefined
  }
}

async function writeAll(outputs: readonly Output[]): Promise<void> {
  let written = 0
  for (const { path, render } of outputs) {
    const wanted = await render()
    if (read(path) === wanted) continue
    mkdirSync(dirname(root + path), { recursive: true })
    writeFileSync(root + path, wanted)
    console.log(`wrote ${path}`)
    written += 1
  }
  removeOld()
  if (written === 0) console.log(`${outputs.length} generated files are up to date`)
}

/** What an older state of the sources made there would be packed along. */
function removeOld(): void {
  const wanted = new Set(builtOutputs.map(({ path }) => path))
  for (const file of readdirSync(`${root}generated`, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name).slice(root.length)
    if (file.isFile() && !file.name.startsWith(".") && !wanted.has(path)) rmSync(root + path)
  }
}

async function writeBuilt(): Promise<void> {
  const stale: string[] = []
  for (const { path, render, imported } of committedOutputs) {
    if (imported && read(path) !== (await render())) stale.push(path)
  }
  if (stale.length === 0) return writeAll(builtOutputs)
  console.log(`${stale.join(" and ")} ${stale.length === 1 ? "is" : "are"} stale: npm run generate`)
  process.exitCode = 2
}

const work = process.argv.includes("--built") ? writeBuilt() : writeAll([...committedOutputs, ...builtOutputs])
// The message alone: it is for the one who has just written a rule or a test's title.
await work.catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
