import { type FileHandle, open } from "node:fs/promises"
import { dirname } from "node:path"
import * as z from "zod"
import { removeLeftovers, writeFileAtomically } from "../../sdk/files/atomic-write.ts"
import { clockModes } from "../base/clock.ts"
import type { HostClock } from "../base/host.ts"
import { validate } from "../request/input/validate.ts"
import { Fixtures } from "../world/fixtures/fixtures.ts"
import type { Worlds } from "../world/mounted-world.ts"
import { loadSnapshot, Snapshot, takeSnapshot } from "../world/snapshot.ts"
import type { World } from "../world/world.ts"
import { mainWorld } from "../world/world-names.ts"
import { hasCode, takeLock } from "./file-lock.ts"
import { StateFileError } from "./state-file-error.ts"
import { type KeptState, StateReader, stateLines } from "./state-lines.ts"
import { batches, linesIn, regularPlace } from "./state-text.ts"

/** How often to look for changes, how much longer to wait than a save takes, and how long after one that failed. Milliseconds. */
const [lookEvery, restShare, pauseAfterFailure] = [100, 9, 2_000]

/** The state that a reset returns to. */
const Setup = z.strictObject({
  seed: z.int(),
  clock: z.enum(clockModes),
  rate: z.number().optional(),
  now: z.number().optional(),
  fixtures: Fixtures.optional(),
})

/** Called when the state cannot be written any more. */
export type OnStateError = (error: StateFileError) => void

/** A service whose world without a prefix is kept. */
interface KeptService {
  readonly host: HostClock
  readonly worlds: Worlds
}

/**
 * Keeps the main world in a file across restarts: loads it on open, saves it soon after each change and on close. A new file
 * replaces the old one only when it is completely on disk, so a killed process leaves either state intact. While the server was
 * down, real time went on. A frozen clock stood still, and so did a scaled one: a night would have been years.
 */
export class StateFile {
  readonly #service: KeptService
  readonly #path: string
  readonly #release: () => void
  readonly #onError: OnStateError
  #saved: readonly unknown[] = []
  #saving: Promise<unknown> = Promise.resolve()
  #hasFailed = false
  #isClosed = false
  #cancelLook: () => void = () => {}

  private constructor(service: KeptService, path: string, release: () => void, onError: OnStateError) {
    this.#service = service
    this.#path = path
    this.#release = release
    this.#onError = onError
  }

  /** Loads the file into the service, or creates it. Throws StateFileError when neither is possible. */
  static async open(service: KeptService, path: string, onError: OnStateError = () => {}): Promise<StateFile> {
    const target = await regularPlace(path).catch((error: unknown) => {
      throw unreadable(path, error)
    })
    const file = new StateFile(service, target, lock(target), onError)
    try {
      await file.#load()
      // A folder that may not be listed keeps them.
      await removeLeftovers(target).catch(() => {})
      // Fails at once if the file cannot be written.
      await file.#save()
    } catch (error) {
      file.#release()
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
      // A scaled clock stops from now on: its time must be saved.
      if (this.#hasChanged() || this.#world.clock.mode === "scaled") await this.#save()
    } finally {
      this.#release()
    }
  }

  get #world(): World {
    return this.#service.worlds.get(mainWorld).world
  }

  async #load(): Promise<void> {
    const kept = await read(this.#path)
    if (kept === undefined) return
    try {
      const snapshot = validate(Snapshot, kept.snapshot)
      const away = Math.max(0, this.#service.host.now() - kept.savedAt)
      const { mode, now } = snapshot.clock
      const clock = { ...snapshot.clock, now: mode === "real" ? now + away : now }
      // An older file lacks it: then the server's options decide.
      const setup = kept.setup === undefined ? undefined : { ...unsaid, ...validate(Setup, kept.setup) }
      this.#service.worlds.replace(mainWorld, (world) => loadSnapshot(world, { ...snapshot, clock }), setup)
    } catch (error) {
      throw unreadable(this.#path, error)
    }
  }

  #lookLater(ms: number): void {
    this.#cancelLook = this.#service.host.after(ms, () => {
      if (this.#hasChanged()) this.#saving = this.#saveAndRest()
      else this.#lookLater(lookEvery)
    })
  }

  /** Saves; a large world is saved less often, so that it costs a tenth of the time. */
  async #saveAndRest(): Promise<void> {
    const { host } = this.#service
    const start = host.elapsed()
    try {
      await this.#save()
      this.#hasFailed = false
      if (!this.#isClosed) this.#lookLater(Math.max(lookEvery, restShare * (host.elapsed() - start)))
    } catch (error) {
      if (!this.#hasFailed && error instanceof StateFileError) this.#onError(error)
      this.#hasFailed = true
      if (!this.#isClosed) this.#lookLater(pauseAfterFailure)
    }
  }

  async #save(): Promise<void> {
    const { world, setup } = this.#service.worlds.get(mainWorld)
    const state = stateOf(world)
    try {
      const lines = stateLines(takeSnapshot(world), this.#service.host.now(), setup)
      await writeFileAtomically(this.#path, batches(lines), { mode: 0o600 })
      await syncFolder(dirname(this.#path))
    } catch (error) {
      throw new StateFileError(`The state file ${this.#path} cannot be written: ${reasonOf(error)}`, { cause: error })
    }
    this.#saved = state
  }

  #hasChanged(): boolean {
    return stateOf(this.#world).some((value, at) => value !== this.#saved[at])
  }
}

/** JSON cannot represent undefined. */
const unsaid = { rate: undefined, now: undefined, fixtures: undefined }

/** Values that differ after a world has changed or was replaced. */
function stateOf(world: World): readonly unknown[] {
  const { clock, timers, faults, outcomes, tables } = world
  const versions = Object.values(tables).reduce((sum, { version }) => sum + version, 0)
  return [world, versions, timers.size, clock.mode, clock.position, faults.version, outcomes.version]
}

function lock(path: string): () => void {
  try {
    const taken = takeLock(`${path}.lock`)
    if ("release" in taken) return taken.release
    throw new StateFileError(
      `The state file ${path} is in use by the process ${taken.owner}. If that is no mock server, remove ${path}.lock`,
    )
  } catch (error) {
    if (error instanceof StateFileError) throw error
    throw new StateFileError(`The state file ${path} cannot be locked: ${reasonOf(error)}`, { cause: error })
  }
}

/** The state that a file holds; undefined when there is no file. */
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

/** Makes a rename last; where folders cannot be opened, as on Windows, it lasts without. */
async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle | undefined
  try {
    folder = await open(path, "r")
    await folder.sync()
  } catch {
    // Nothing is lost but certainty about a crash of the whole machine.
  } finally {
    await folder?.close()
  }
}
