import { readdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { takeLock } from "../../../sdk/files/process-lock.ts"
import { CliError, reasonOf } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import type { Io } from "../../terminal/io.ts"
import { configPath, makeConfigFolder, readConfig, readOrSetAside, writeConfig } from "./config-file.ts"
import { configFolder } from "./config-path.ts"
import type { Config } from "./profile.ts"

/** Milliseconds after which a lock is stale: a change takes only a few. */
const lockLasts = 10_000
const pollInterval = 20
/** Longer than a stale lock, so that a lock left by a crash never blocks permanently. */
const maxTries = (lockLasts + 5_000) / pollInterval

/**
 * Applies a change to the current config, under a lock: changes by other processes are kept.
 * @throws CliError when it cannot be written, or another process never releases the lock.
 */
export async function changeConfig(io: Io, change: (config: Config) => Config): Promise<void> {
  await locked(io, async () => writeConfig(io, change(await readConfig(io))))
}

/** The same, but replaces an unreadable file, which is kept under another name. Returns that name. */
export async function repairConfig(io: Io, change: (config: Config) => Config): Promise<string | undefined> {
  return locked(io, async () => {
    const { config, setAside } = await readOrSetAside(io)
    const aside = setAside()
    await writeConfig(io, change(config))
    return aside
  })
}

async function locked<T>(io: Io, run: () => Promise<T>): Promise<T> {
  makeConfigFolder(io)
  const release = await lockConfig(io)
  try {
    removeLeftovers(io)
    return await run()
  } finally {
    release()
  }
}

const leftover = /^config\.json\.([\da-f-]{36}\.part|lock\.[\da-f-]{36})$/

/** Removes temporary files of killed processes: they may contain credentials. */
function removeLeftovers(io: Io): void {
  const folder = configFolder(io)
  for (const name of readdirSync(folder).filter((file) => leftover.test(file))) {
    const path = join(folder, name)
    const createdAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
    if (Date.now() - createdAt > lockLasts) rmSync(path, { force: true })
  }
}

async function lockConfig(io: Io): Promise<() => void> {
  const lock = `${configPath(io)}.lock`
  for (let look = 1; ; look += 1) {
    const lockError = take(lock)
    if ("release" in lockError) return lockError.release
    if (io.signal.aborted) throw new CliError("interrupted", exitCodes.interrupted)
    if (look >= maxTries) {
      throw new CliError(`Process ${lockError.owner} is changing the profiles and does not finish`, exitCodes.failure, {
        hint: `If that process is not mas, remove ${lock}.`,
      })
    }
    await pause(pollInterval)
  }
}

function take(lock: string): ReturnType<typeof takeLock> {
  try {
    return takeLock(lock, { lasts: lockLasts })
  } catch (error) {
    throw new CliError(`${lock} cannot be written: ${reasonOf(error)}`, exitCodes.failure, { cause: error })
  }
}
