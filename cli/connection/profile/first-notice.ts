import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { parseDuration } from "../../../sdk/contract/core/duration.ts"
import { join, stateFolder } from "../../../sdk/files/state-folder.ts"
import type { Io } from "../../terminal/io.ts"

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
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const notePath of readdirSync(folder).map((name) => join(folder, name)))
      if (io.now() - statSync(notePath).mtimeMs > memory) rmSync(notePath, { force: true })
    if (existsSync(path) && readFileSync(path, "utf8") === text) return false
    writeFileSync(path, text, { mode: 0o600 })
  } catch {
    // Not saved: the notice is shown again next time.
  }
  return true
}
