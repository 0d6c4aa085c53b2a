import { accessSync, constants, mkdirSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { takeLock } from "../../../sdk/files/process-lock.ts"
import type { Context } from "../../connection/context.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import { type Files, folderOf, onDisk } from "./files.ts"

const pollInterval = 100

/** Milliseconds after which a lock is taken over even if its process seems to run. */
const lockLasts = 3_600_000

/**
 * Allows one command that writes per folder at a time: two pushes that add the same template would create two, which the
 * service cannot delete, and two pulls would lose entries. If the lock cannot be written, nothing is sent.
 */
export async function lockFolder(context: Context, files: Files): Promise<() => void> {
  const { io, note } = context
  const dir = folderOf(context)
  const local = join(dir, files.localFolder)
  const lock = join(local, "running.lock")
  let isNoted = false
  for (;;) {
    const release = await onDisk(async () => {
      await files.refuseLinkedBase(dir)
      mkdirSync(dir, { recursive: true })
      accessSync(dir, constants.W_OK)
      mkdirSync(local, { recursive: true })
      // What is in it is true on this machine only.
      writeFileSync(join(local, ".gitignore"), "*\n")
      return takeLock(lock, { lasts: lockLasts })
    })
    if ("release" in release) {
      try {
        await onDisk(() => files.removeUnfinished(dir))
        return release.release
      } catch (error) {
        release.release()
        throw error
      }
    }
    if (io.signal.aborted) throw new CliError("interrupted", exitCodes.interrupted)
    if (!isNoted)
      note(
        `Another command works in this folder (process ${release.owner}): waiting for it. If none does, delete ${relative(io.cwd, lock)}`,
      )
    isNoted = true
    await pause(pollInterval)
  }
}
