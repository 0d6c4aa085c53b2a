import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ensureBuilt } from "../../lib/build.mjs"
import { root, run, tool } from "../../lib/run.mjs"
import { cache, hashOf } from "../../lib/stamp.mjs"
import { builtOf, sourceOf } from "./files.ts"
import { placesOf, reachedPlaces, type ScriptCoverage } from "./lines.ts"

/** Lines, from 0, by file. */
type Lines = Readonly<Record<string, readonly number[]>>

/** What of the project a test file runs. */
export interface TestReach {
  readonly ms: number
  /** As source: a fault there shows at once. */
  readonly lines: Lines
  /** In the built command line. */
  readonly built: Lines
  /** Whether it runs other files of the built package, of which no more is known. */
  readonly package: boolean
  /** A hash of the test file. */
  readonly text: string
}

export interface Reach {
  /** A hash of the sources and of what tests share. */
  readonly of: string
  /** Every line that code is made of. */
  readonly code: Lines
  readonly tests: Readonly<Record<string, TestReach>>
}

interface Told {
  readonly test: string
  readonly ms: number
  readonly scripts: readonly ScriptCoverage[]
  readonly children: readonly ScriptCoverage[]
}
interface SourcePlace {
  readonly offset: number
  readonly file: string
  readonly line: number
}

const folder = join(cache, "mutants/reach")
const kept = join(folder, "reach.json")
const nameOf = (url: string) => createHash("sha1").update(url).digest("hex")

/** What Vitest puts before the first line of a module. */
const wrapper = /^'use strict';async \(.*?\)=>\{\{/

/** Lines being gathered. */
class Gathered {
  readonly #lines = new Map<string, Set<number>>()

  add({ file, line }: { readonly file: string; readonly line: number }): void {
    this.#lines.set(file, (this.#lines.get(file) ?? new Set()).add(line))
  }

  get lines(): Lines {
    return Object.fromEntries([...this.#lines].map(([file, lines]) => [file, [...lines].sort((a, b) => a - b)]))
  }
}

/** The places of each script that ran, read once: of a source as it is tested, or of a built file. */
class Scripts {
  readonly #known = new Map<string, SourcePlace[]>()

  placesIn(url: string): SourcePlace[] {
    const places = this.#known.get(url) ?? this.#read(url)
    this.#known.set(url, places)
    return places
  }

  #read(url: string): SourcePlace[] {
    const [own, built] = [sourceOf(url), builtOf(url)]
    const path = built === undefined ? join(folder, "texts", `${nameOf(url)}.js`) : join(root, built)
    const text = existsSync(path) ? readFileSync(path, "utf8") : ""
    return placesOf(text, wrapper.exec(text)?.[0].length).flatMap((place) => {
      const file = own ?? place.file.replace(/^(\.\.\/)+/, "")
      return sourceOf(join(root, file)) === undefined ? [] : { ...place, file }
    })
  }
}

function reachOf({ ms, scripts, children }: Told, known: Scripts): Omit<TestReach, "text"> {
  const [lines, built] = [new Gathered(), new Gathered()]
  for (const script of scripts) {
    const into = builtOf(script.url) === undefined ? lines : built
    for (const place of reachedPlaces(script, known.placesIn(script.url))) into.add(place)
  }
  for (const script of children) {
    const places = known.placesIn(script.url)
    // A source that another process reads was made into something else there: any of its lines may have run.
    if (builtOf(script.url) === undefined) for (const place of places) lines.add(place)
    else for (const place of reachedPlaces(script, places)) built.add(place)
  }
  const isPackage = [...scripts, ...children].some(({ url }) => /^dist\/(?!cli\/)/.test(builtOf(url) ?? ""))
  return { ms, lines: lines.lines, built: built.lines, package: isPackage }
}

/** What is known of the test files by earlier runs, where the sources and what tests share are still the same. */
function earlier(of: string): Reach["tests"] {
  const known: Reach | undefined = existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) : undefined
  if (known?.of === of) return known.tests
  rmSync(folder, { recursive: true, force: true })
  return {}
}

/** Which lines each of these test files reaches. Those that are new or changed since it was last asked are run once. */
export async function reachOfTests(tests: readonly string[]): Promise<Reach> {
  const of = hashOf(["sdk", "cli", "mock-server", "test/support"])
  const known = earlier(of)
  const text = new Map(tests.map((test) => [test, hashOf([test])]))
  const changed = tests.filter((test) => known[test]?.text !== text.get(test))
  if (changed.length > 0) await lookUp(changed)
  const [scripts, code] = [new Scripts(), new Gathered()]
  const reached = tests.flatMap((test) => {
    const path = join(folder, `${nameOf(join(root, test))}.json`)
    if (!existsSync(path)) return []
    const told: Told = JSON.parse(readFileSync(path, "utf8"))
    for (const { url } of told.scripts) for (const place of scripts.placesIn(url)) code.add(place)
    return [[test, { text: text.get(test) ?? "", ...reachOf(told, scripts) }] as const]
  })
  const reach: Reach = { of, code: code.lines, tests: Object.fromEntries(reached) }
  writeFileSync(kept, JSON.stringify(reach))
  return reach
}

async function lookUp(tests: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true })
  process.env.MAS_SOURCE_MAPS = "1"
  await ensureBuilt({ ifStale: false })
  delete process.env.MAS_SOURCE_MAPS
  const config = ["--config", "scripts/mutants/reach/vitest.config.ts"]
  const env = { MUTANTS_REACH: folder }
  await run(process.execPath, [tool("vitest/vitest.mjs"), "run", ...config, ...tests], { stdio: "stderr", env })
  // Whoever wants the package now builds it without maps.
  rmSync(join(root, "dist/.stamp"), { force: true })
}
