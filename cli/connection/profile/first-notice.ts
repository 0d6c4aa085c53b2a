import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join, stateFolder } from "../../../sdk/files/state-folder.ts"
import type { Io } from "../../terminal/io.ts"

/** After this time a notice is shown again. */
const memory = 12 * 3_600_000

/** True when this user has not been shown the text for half a day. */
export function isFirstNotice(io: Io, text: string): boolean {
  const folder = join(stateFolder(io), "notices")
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const notePath of readdirSync(folder).map((name) => join(folder, name)))
      if (io.now() - statSync(notePath).mtimeMs > memory) rmSync(notePath, { force: true })
    // Of two commands at once, one makes the file.
    writeFileSync(join(folder, text.replaceAll(/\W+/g, "-")), "", { mode: 0o600, flag: "wx" })
  } catch (error) {
    // When it cannot be saved, the notice is shown again next time.
    return Object(error).code !== "EEXIST"
  }
  return true
}
