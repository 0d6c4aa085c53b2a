import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { modelDocs } from "./generate/model-docs.ts"
import { failureText, renderFailure } from "./generate/render-failure.ts"
import type { Output } from "./generate/source-outputs.ts"

// Usage: tsx scripts/generate.ts [--built]
// Writes generated files that differ. With --built only uncommitted ones, and none (exit 2) if an imported file is
// stale.

const root = fileURLToPath(new URL("..", import.meta.url))

function read(path: string): string | undefined {
  try {
    return readFileSync(root + path, "utf8")
  } catch {
    return undefined
  }
}

async function attempt(path: string, render: Output["render"]): Promise<string> {
  try {
    return await render()
  } catch (error) {
    throw renderFailure(path, error)
  }
}

/** Returns the paths of stale files, and writes them unless `look` is set. */
async function update(outputs: readonly Output[], look = false): Promise<string[]> {
  const stale: string[] = []
  for (const { path, render } of outputs) {
    const wanted = await attempt(path, render)
    if (read(path) === wanted) continue
    stale.push(path)
    if (look) continue
    mkdirSync(dirname(root + path), { recursive: true })
    writeFileSync(root + path, wanted)
    console.log(`wrote ${path}`)
  }
  return stale
}

/** Removes files that older sources left in `generated`: they would be packed. */
function removeOld(outputs: readonly Output[]): void {
  const wanted = new Set(outputs.map(({ path }) => path))
  for (const file of readdirSync(`${root}generated`, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name).slice(root.length)
    if (file.isFile() && !file.name.startsWith(".") && !wanted.has(path)) rmSync(root + path)
  }
}

async function generate(onlyBuilt: boolean): Promise<void> {
  // Each part is imported only after the files that it imports were written.
  const stale = await update([modelDocs], onlyBuilt)
  const { sourceOutputs } = await import("./generate/source-outputs.ts")
  stale.push(...(await update(sourceOutputs, onlyBuilt)))
  if (onlyBuilt && stale.length > 0) {
    console.log(`${stale.join(" and ")} ${stale.length === 1 ? "is" : "are"} stale: npm run generate`)
    process.exitCode = 2
    return
  }
  const { builtOutputs, documentOutputs } = await import("./generate/outputs.ts")
  stale.push(...(await update(onlyBuilt ? builtOutputs : [...documentOutputs, ...builtOutputs])))
  removeOld(builtOutputs)
  if (!onlyBuilt) {
    const { summarizeEndpointChecks } = await import("./generate/field-checks.ts")
    const { readTestTitles } = await import("./generate/test-titles.ts")
    console.log(summarizeEndpointChecks(readTestTitles()))
  }
  if (stale.length === 0) console.log("All generated files are up to date")
}

// Prints only the message: the error is usually in a new rule or test title.
await generate(process.argv.includes("--built")).catch((error: unknown) => {
  console.error(failureText(error))
  process.exitCode = 1
})
