import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { parseDuration } from "../../sdk/contract/core/duration.ts"
import type { Io } from "../io.ts"
import { join, stateFolder } from "./config-path.ts"

/** Process ids are reused: after this time a notice is shown again. */
const memory = parseDuration("12h") ?? 0

/**
 * True when this terminal, or this script, has not shown the text yet. False without a session, as in a command that another
 * command runs.
 */
export function isFirstNotice(io: Io, text: string): boolean {
  if (io.session === undefined) return false
  const folder = join(stateFolder(io), "notices")
  const path = join(folder, io.session)
  if (isOld(io, path)) rmSync(path, { force: true })
  if (textIn(path) === text) return false
  removeOld(io, folder)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(path, text, { mode: 0o600 })
  } catch {
    // It cannot be written: the notice is shown again next time.
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

function isOld(io: Io, path: string): boolean {
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return written !== undefined && io.now() - written > memory
}

function removeOld(io: Io, folder: string): void {
  try {
    for (const name of readdirSync(folder))
      if (isOld(io, join(folder, name))) rmSync(join(folder, name), { force: true })
  } catch {
    // There is no folder yet.
  }
}
