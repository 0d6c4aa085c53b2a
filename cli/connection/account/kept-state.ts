import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { writeFileAtomically } from "../../../sdk/files/atomic-write.ts"
import { stateFolder } from "../../../sdk/files/state-folder.ts"
import { reasonOf } from "../../terminal/errors/cli-error.ts"
import { shortHash } from "../../terminal/output/short-hash.ts"
import type { Context } from "../context.ts"
import type { AccountIdentity } from "./account-identity.ts"

/**
 * Saves the progress of long work, under a key of everything that identifies it: the account, the file's state, target
 * and options. If it cannot be saved, warns once and continues without.
 */
export function keptState<State>(
  { io, note }: Pick<Context, "io" | "note">,
  kind: "imports" | "sends",
  about: readonly unknown[],
  account: AccountIdentity,
) {
  const folder = stateFolder(io)
  const work = `${shortHash(about)}-`
  const path = join(folder, kind, `${work}${account.key}.json`)
  let isWarned = false
  const warn = (error: unknown) => {
    if (isWarned) return
    isWarned = true
    const variable =
      io.env.MAS_CONFIG_DIR || ["win32", "darwin"].includes(io.platform) ? "MAS_CONFIG_DIR" : "XDG_STATE_HOME"
    note(`Progress is not saved: ${folder} cannot be written (${reasonOf(error)}). Set ${variable} to another folder.`)
  }
  return {
    read: () => readKept<KeptRun<State>>(path)?.state,
    /** The same work as kept by other accounts. */
    others: (): KeptRun<State>[] =>
      namesIn(join(folder, kind))
        .filter((name) => name.startsWith(work) && name !== basename(path))
        .flatMap((name) => readKept<KeptRun<State>>(join(folder, kind, name)) ?? []),
    write: (state: State) => writeKept(path, { account: account.label, state }).catch(warn),
    forget() {
      try {
        rmSync(path, { force: true })
      } catch (error) {
        warn(error)
      }
    },
  }
}

/** Progress, with the account that it belongs to. */
interface KeptRun<State> {
  readonly account: string
  readonly state: State
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

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
