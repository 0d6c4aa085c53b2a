import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { constants, Script } from "node:vm"
import { crc32 } from "node:zlib"
import { version } from "../../sdk/version.ts"

/** A module that was loaded, and how to keep what has been compiled of it so far. */
interface Loaded {
  readonly exports: unknown
  keep(): void
}

/**
 * Loads a CommonJS file with what V8 made of it the last time: compiling is a third of a start. What Node 22.8 and newer
 * keep by themselves saves a third of that. V8 takes nothing that was made of another source, or by another V8.
 */
export function loadKept(file: string, folder: string): Loaded {
  const { size, mtimeMs } = statSync(file)
  const name = ["main", version, process.version, process.arch, size, mtimeMs].join("-")
  const path = join(folder, `${name}.bin`)
  const cachedData = readKept(path)
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, "utf8")}\n})`
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
  const script = new Script(source, { filename: file, cachedData, importModuleDynamically })
  const module = { exports: {} }
  const run = script.runInThisContext()
  run.call(module.exports, module.exports, createRequire(file), module, file, dirname(file))
  const isKept = cachedData !== undefined && !script.cachedDataRejected
  return { exports: module.exports, keep: () => (isKept ? undefined : write(path, script.createCachedData())) }
}

/** Bytes behind the code: V8 would run whatever has become of it. */
const sumSize = 4

function readKept(path: string): Buffer | undefined {
  try {
    const kept = readFileSync(path)
    const code = kept.subarray(0, -sumSize)
    return kept.readUInt32LE(code.length) === crc32(code) ? code : undefined
  } catch {
    return undefined
  }
}

/** Whole or not at all. Where it cannot, the next start takes as long as this one. */
function write(path: string, code: Buffer): void {
  const part = `${path}.${process.pid}.part`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const sum = Buffer.alloc(sumSize)
    sum.writeUInt32LE(crc32(code))
    writeFileSync(part, Buffer.concat([code, sum]), { mode: 0o600 })
    renameSync(part, path)
  } catch {}
}
