import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { parseDuration } from "../../sdk/contract/core/duration.ts"
import type { Io } from "../io.ts"
import { join, stateFolder } from "./config-path.ts"

/** A process id comes back some day: a script that gets an old one is not kept in the dark for long. */
const memory = parseDuration("12h") ?? 0

/**
 * True the first time that a terminal, or a script, is told something, and again where it is something else. False where nobody
 * can be told apart, as in a command that another one runs.
 */
export function isNewTo(io: Io, text: string): boolean {
  if (io.session === undefined) return false
  const folder = join(stateFolder(io), "said")
  const path = join(folder, io.session)
  forgetOld(io, folder)
  if (textIn(path) === text) return false
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(path, text, { mode: 0o600 })
  } catch {
    // Where nothing can be kept it is said again.
  }
  return true
}

function textIn(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}

function forgetOld(io: Io, folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name)
      if (io.now() - statSync(path).mtimeMs > memory) rmSync(path, { force: true })
    }
  } catch {
    // There is none yet, or another command was quicker.
  }
}
