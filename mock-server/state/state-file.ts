import { type FileHandle, open } from "node:fs/promises"
import { dirname } from "node:path"
import { removeLeftovers, writeFileAtomically } from "../../sdk/files/atomic-write.ts"
import type { World } from "../world/world.ts"
import { mainWorld } from "../world/world-names.ts"
import { hasCode, takeLock } from "./file-lock.ts"
import { type KeptService, linesOfState, restoreState, stateOf } from "./kept-state.ts"
import { StateFileError } from "./state-file-error.ts"
import { type KeptState, StateReader } from "./state-lines.ts"
import { boundedLines, linesIn, regularPlace } from "./state-text.ts"

/**
 * Milliseconds between checks for changes; the pause after a save as a multiple of its duration; milliseconds to wait
 * after a failed save.
 */
const [lookEvery, restShare, pauseAfterFailure] = [100, 9, 2_000]

/**
 * Keeps the main world in a file across restarts: loads it on open, saves it soon after each change and on close. A new
 * file replaces the old one only when it is completely on disk, so a killed process leaves either state intact. A real
 * clock continues with the time that passed while the server was down. Frozen and scaled clocks continue at the saved
 * time: for a scaled clock, one night would be years.
 * @internal
 */
export class StateFile {
  #saved: readonly unknown[] = []
  #saving: Promise<unknown> = Promise.resolve()
  #hasFailed = false
  #isClosed = false
  #cancelLook: () => void = () => {}

  private constructor(
    private readonly service: KeptService,
    private readonly path: string,
    private readonly release: () => void,
    private readonly onError: (error: StateFileError) => void,
  ) {}

  /** Loads the file into the service, or creates it. Throws StateFileError when neither is possible. */
  static async open(service: KeptService, path: string, onError = (_: StateFileError) => {}): Promise<StateFile> {
    const target = await regularPlace(path).catch((error: unknown) => {
      throw unreadable(path, error)
    })
    const file = new StateFile(service, target, lock(target), onError)
    try {
      await file.#load()
      // Leftovers stay in a folder that cannot be listed.
      await removeLeftovers(target).catch(() => {})
      // Fails at once if the file cannot be written.
      await file.#save()
    } catch (error) {
      file.release()
      throw error
    }
    file.#lookLater(lookEvery)
    return file
  }

  /** Saves changes and releases the file. Rejects with a StateFileError when it cannot be written. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelLook()
    try {
      await this.#saving
      // A scaled clock stops now, so its time must be saved.
      if (this.#hasChanged() || this.#world.clock.mode === "scaled") await this.#save()
    } finally {
      this.release()
    }
  }

  get #world(): World {
    return this.service.worlds.get(mainWorld).world
  }

  async #load(): Promise<void> {
    const kept = await read(this.path)
    if (kept === undefined) return
    try {
      restoreState(this.service, kept)
    } catch (error) {
      throw unreadable(this.path, error)
    }
  }

  #lookLater(ms: number): void {
    this.#cancelLook = this.service.host.after(ms, () => {
      if (this.#hasChanged()) this.#saving = this.#saveAndRest()
      else this.#lookLater(lookEvery)
    })
  }

  /** Saves, then pauses in proportion: saving takes at most a tenth of the time. */
  async #saveAndRest(): Promise<void> {
    const { host } = this.service
    const start = host.elapsed()
    try {
      await this.#save()
      this.#hasFailed = false
      if (!this.#isClosed) this.#lookLater(Math.max(lookEvery, restShare * (host.elapsed() - start)))
    } catch (error) {
      if (!this.#hasFailed && error instanceof StateFileError) this.onError(error)
      this.#hasFailed = true
      if (!this.#isClosed) this.#lookLater(pauseAfterFailure)
    }
  }

  async #save(): Promise<void> {
    const state = stateOf(this.#world)
    try {
      await writeFileAtomically(this.path, boundedLines(linesOfState(this.service)), { mode: 0o600 })
      await syncFolder(dirname(this.path))
    } catch (error) {
      throw new StateFileError(`The state file ${this.path} cannot be written: ${reasonOf(error)}`, { cause: error })
    }
    this.#saved = state
  }

  #hasChanged(): boolean {
    return stateOf(this.#world).some((value, index) => value !== this.#saved[index])
  }
}

function lock(path: string): () => void {
  try {
    const taken = takeLock(`${path}.lock`)
    if ("release" in taken) return taken.release
    throw new StateFileError(
      `The state file ${path} is in use by the process ${taken.owner}. If that is not a mock server, remove ${path}.lock`,
    )
  } catch (error) {
    if (error instanceof StateFileError) throw error
    throw new StateFileError(`The state file ${path} cannot be locked: ${reasonOf(error)}`, { cause: error })
  }
}

async function read(path: string): Promise<KeptState | undefined> {
  const reader = new StateReader()
  let line = 0
  try {
    for await (const text of linesIn(path)) {
      line++
      reader.take(text)
    }
    line = 0
    return reader.finish()
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined
    throw unreadable(path, error, line)
  }
}

function unreadable(path: string, error: unknown, line = 0): StateFileError {
  const where = line === 0 ? "" : `line ${line}: `
  return new StateFileError(
    `The state file ${path} cannot be read: ${where}${reasonOf(error)}. It is left as it is: move it away, or name another`,
    { cause: error },
  )
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Syncs a folder, to make a rename durable. Folders cannot be opened on Windows, which does not need it. */
async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle | undefined
  try {
    folder = await open(path, "r")
    await folder.sync()
  } catch {
    // Without the sync only a crash of the whole machine could lose the rename.
  } finally {
    await folder?.close()
  }
}
