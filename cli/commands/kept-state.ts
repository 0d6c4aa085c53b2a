import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { writeFileAtomically } from "../../sdk/files/atomic-write.ts"
import type { Context } from "../context.ts"
import { reasonOf } from "../errors/cli-error.ts"
import { stateFolder } from "../profile/config-path.ts"

/**
 * Saves the progress of long work, under a key of everything that identifies it: the file's state, target and options.
 * If it cannot be saved, warns once and continues without.
 */
export function keptState<State>(
  { io, note }: Pick<Context, "io" | "note">,
  kind: "imports" | "sends",
  about: readonly unknown[],
) {
  const folder = stateFolder(io)
  const path = join(folder, kind, `${shortHash(about)}.json`)
  let isWarned = false
  const warn = (error: unknown) => {
    if (isWarned) return
    isWarned = true
    const variable =
      io.env.MAS_CONFIG_DIR || ["win32", "darwin"].includes(io.platform) ? "MAS_CONFIG_DIR" : "XDG_STATE_HOME"
    note(`Progress is not saved: ${folder} cannot be written (${reasonOf(error)}). Set ${variable} to another folder.`)
  }
  return {
    read: () => readKept<State>(path),
    write: (state: State) => writeKept(path, state).catch(warn),
    forget() {
      try {
        rmSync(path, { force: true })
      } catch (error) {
        warn(error)
      }
    },
  }
}

export const shortHash = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32)

/** A missing or broken file counts as empty: its content can be asked for or redone. */
export function readKept<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8"))
  } catch {
    return undefined
  }
}

export async function writeKept(path: string, value: unknown): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  await writeFileAtomically(path, [`${JSON.stringify(value)}\n`])
}
