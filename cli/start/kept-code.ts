import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { constants, Script } from "node:vm"
import { version } from "../../sdk/version.ts"

/** A module that was loaded, and how to keep what has been compiled of it so far. */
interface Loaded {
  readonly exports: unknown
  keep(): void
}

/** What the bundler has made of a part of the program. */
export interface Built {
  /** Plain ASCII, as the bundler writes it. */
  readonly file: string
  /** That of a file in the same folder: making one would load a module. */
  readonly require: NodeJS.Require
}

/**
 * Loads a CommonJS file with what V8 made of it the last time, which is in `folder`: compiling is a third of a start. What Node 22.8 and newer
 * keep by themselves saves a third of that. V8 takes nothing that was made of another source, or by another V8.
 */
export function loadKept({ file, require }: Built, folder: string): Loaded {
  const { size, mtimeMs } = statSync(file)
  const name = ["main", version, process.version, process.arch, size, mtimeMs].join("-")
  const path = join(folder, `${name}.bin`)
  const cachedData = readKept(path)
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, "latin1")}\n})`
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
  const script = new Script(source, { filename: file, cachedData, importModuleDynamically })
  const module = { exports: {} }
  const run = script.runInThisContext()
  run.call(module.exports, module.exports, require, module, file, dirname(file))
  const isKept = cachedData !== undefined && !script.cachedDataRejected
  return { exports: module.exports, keep: () => (isKept ? undefined : write(path, script.createCachedData())) }
}

/**
 * Kept twice, since V8 would run whatever had become of it: to compare the two takes less than any sum, for which a module
 * would have to be loaded.
 */
function readKept(path: string): Buffer | undefined {
  try {
    const kept = readFileSync(path)
    const size = kept.length / 2
    const code = kept.subarray(0, size)
    return code.equals(kept.subarray(size)) ? code : undefined
  } catch {
    return undefined
  }
}

/** Whole or not at all. Where it cannot, the next start takes as long as this one. */
function write(path: string, code: Buffer): void {
  const part = `${path}.${process.pid}.part`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(part, Buffer.concat([code, code]), { mode: 0o600 })
    renameSync(part, path)
    removeOldest(dirname(path))
  } catch {}
}

/** So many are kept, of builds and Nodes that are used by turns: each takes some megabytes. */
const most = 5

/** Also what is left of a process that was killed while it wrote. */
function removeOldest(folder: string): void {
  const madeAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const files = readdirSync(folder).filter((name) => name.startsWith("main-"))
  const newestFirst = files.map((name) => join(folder, name)).sort((a, b) => madeAt(b) - madeAt(a))
  for (const path of newestFirst.slice(most)) rmSync(path, { force: true })
}
