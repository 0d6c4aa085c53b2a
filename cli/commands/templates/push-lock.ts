import { accessSync, constants, mkdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { takeLock } from "../../../mock-server/state/file-lock.ts"
import type { Context } from "../../context.ts"
import { CliError } from "../../errors/cli-error.ts"
import { exitCodes } from "../../errors/exit-codes.ts"
import { type Files, folderOf, onDisk } from "./files.ts"

const pollInterval = 100

/** Milliseconds after which a lock is stale: its process has ended, and another one may have its id. */
const lockLasts = 3_600_000

/**
 * Allows one push per folder at a time: two that add the same template would create two, which the service cannot
 * delete. If the lock file cannot be written, nothing is sent.
 */
export async function lockPush(context: Context, files: Files): Promise<() => void> {
  const { io, note } = context
  const dir = folderOf(context)
  const lock = join(dir, ".base", "push.lock")
  let isNoted = false
  for (;;) {
    const taken = await onDisk(async () => {
      await files.refuseLinkedBase(dir)
      accessSync(dir, constants.W_OK)
      mkdirSync(dirname(lock), { recursive: true })
      return takeLock(lock, { lasts: lockLasts })
    })
    if ("release" in taken) return taken.release
    if (io.signal.aborted) throw new CliError("interrupted", exitCodes.interrupted)
    if (!isNoted) note(`Another push of this folder is running (process ${taken.owner}): waiting for it.`)
    isNoted = true
    await pause(pollInterval)
  }
}
