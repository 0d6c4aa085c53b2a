import { readdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { takeLock } from "../../mock-server/state/file-lock.ts"
import { CliError, reasonOf } from "../errors/cli-error.ts"
import { exitCodes } from "../errors/exit-codes.ts"
import type { Io } from "../io.ts"
import { configPath, makeConfigFolder, readConfig, readOrSetAside, writeConfig } from "./config-file.ts"
import { configFolder } from "./config-path.ts"
import type { Config } from "./profile.ts"

/** Milliseconds: a change is read and written in a few, so a lock that is older is of a process that has gone. */
const lockLasts = 10_000
const pollInterval = 20
/** A little longer than a lock lasts, so that a lock that a crash left blocks nobody for good. */
const maxTries = (lockLasts + 5_000) / pollInterval

/**
 * Changes the config as it is then, however many processes do so at once: what another has written meanwhile stays.
 * @throws CliError when it cannot be written, or another process never lets go of it.
 */
export async function changeConfig(io: Io, change: (config: Config) => Config): Promise<void> {
  await locked(io, async () => writeConfig(io, change(await readConfig(io))))
}

/** The same where a file that cannot be read is no hindrance: it is kept beside the new one. Answers where, if there was one. */
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

/** Removes what processes have left that were killed while they wrote: a part of the config holds credentials too. */
function removeLeftovers(io: Io): void {
  const folder = configFolder(io)
  for (const name of readdirSync(folder).filter((file) => leftover.test(file))) {
    const path = join(folder, name)
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
    if (Date.now() - made > lockLasts) rmSync(path, { force: true })
  }
}

async function lockConfig(io: Io): Promise<() => void> {
  const lock = `${configPath(io)}.lock`
  for (let look = 1; ; look += 1) {
    const taken = take(lock)
    if ("release" in taken) return taken.release
    if (io.signal.aborted) throw new CliError("interrupted", exitCodes.interrupted)
    if (look >= maxTries) {
      throw new CliError(`Process ${taken.owner} is changing the profiles and does not finish`, exitCodes.failure, {
        hint: `If it is no mas, remove ${lock}.`,
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
