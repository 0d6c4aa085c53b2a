import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { Session } from "node:inspector/promises"
import { join } from "node:path"
import { afterAll, expect } from "vitest"
import { builtOf, sourceOf } from "./files.ts"
import type { ScriptCoverage } from "./lines.ts"

// Runs before a test file is loaded, in a process of its own: keeps what of the project ran in it and in those that it started.
const folder = process.env.MUTANTS_REACH ?? ""
const { testPath = "" } = expect.getState()
const nameOf = (path: string) => createHash("sha1").update(path).digest("hex")
const children = join(folder, "children", nameOf(testPath))
const isOurs = ({ url }: ScriptCoverage) => sourceOf(url) !== undefined || builtOf(url) !== undefined
process.env.NODE_V8_COVERAGE = children
const started = performance.now()
const session = new Session()
session.connect()
await session.post("Profiler.enable")
await session.post("Profiler.startPreciseCoverage", { callCount: false, detailed: true })

afterAll(async () => {
  const ms = Math.round(performance.now() - started)
  const { result } = await session.post("Profiler.takePreciseCoverage")
  const scripts = result.filter(isOurs)
  await keepTexts(scripts)
  const kept = { test: testPath, ms, scripts: scripts.map(onlyStretches), children: readChildren() }
  writeFileSync(join(folder, `${nameOf(testPath)}.json`), JSON.stringify(kept))
  session.disconnect()
})

const onlyStretches = ({ url, functions }: ScriptCoverage) => ({ url, functions })

/** The text that ran, with its source map, once for all test files. */
async function keepTexts(scripts: readonly { readonly url: string; readonly scriptId: string }[]): Promise<void> {
  mkdirSync(join(folder, "texts"), { recursive: true })
  await session.post("Debugger.enable")
  for (const { url, scriptId } of scripts) {
    const path = join(folder, "texts", `${nameOf(url)}.js`)
    if (existsSync(path)) continue
    writeFileSync(path, (await session.post("Debugger.getScriptSource", { scriptId })).scriptSource)
  }
}

/** What ran in processes that the test file started; one that is killed tells nothing. */
function readChildren(): ScriptCoverage[] {
  if (!existsSync(children)) return []
  const told = readdirSync(children).flatMap((name): ScriptCoverage[] => {
    try {
      return JSON.parse(readFileSync(join(children, name), "utf8")).result
    } catch {
      return []
    }
  })
  rmSync(children, { recursive: true, force: true })
  return told.filter(isOurs).map(onlyStretches)
}
