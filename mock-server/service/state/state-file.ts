import { closeSync, constants, openSync, renameSync, writeFileSync } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { dirname } from "node:path"
import { removeLeftovers, writeFileAtomically } from "../../../sdk/files/atomic-write.ts"
import { hasCode, takeLock } from "../../../sdk/files/process-lock.ts"
import type { World } from "../../world/world.ts"
import { mainWorld } from "../../world/world-names.ts"
import { type KeptService, linesOfState, restoreState } from "./kept-state.ts"
import { StateChanges } from "./state-changes.ts"
import { StateFileError } from "./state-file-error.ts"
import { changeLine, type KeptState, StateReader } from "./state-lines.ts"
import { boundedLines, linesIn, regularPlace } from "./state-text.ts"

/** Milliseconds between looks for changes that no request made, and after a failed write. */
const [lookEvery, pauseAfterFailure] = [100, 2_000]
/** Bytes of changes after which the whole file is written anew, if it is not longer itself. */
const leastAppended = 1024 * 1024

/**
 * Keeps the main world in a file across restarts. What a request changed is appended before its response goes out, what changed
 * otherwise within 100 ms; a killed process loses no more. At times, and on close, a new file replaces the old one, once it is
 * completely on disk. A real clock continues with the time that passed while the server was down. Frozen and scaled clocks
 * continue at the saved time: for a scaled clock, one night would be years.
 * @internal
 */
export class StateFile {
  #changes: StateChanges
  /** The checksum of the last line. */
  #sum = ""
  #size = 0
  #appended = 0
  /** Whether the file has the state from which the changes were recorded. */
  #isAppendable = false
  /** What was appended while the file is written anew. */
  #appendedMeanwhile: string[] = []
  #writing: Promise<void> = Promise.resolve()
  #isWriting = false
  /** The writing that has not begun. */
  #next: Promise<void> | undefined
  #hasFailed = false
  #isClosed = false
  #cancelLook: () => void = () => {}

  private constructor(
    private readonly service: KeptService,
    private readonly path: string,
    private readonly release: () => void,
    private readonly onError: (error: StateFileError) => void,
  ) {
    this.#changes = new StateChanges(this.#world)
  }

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
      await file.#write()
    } catch (error) {
      file.#changes.stop()
      file.release()
      throw error
    }
    file.#lookLater(lookEvery)
    return file
  }

  /** Writes what has changed. A promise only while the whole file is written; never rejects. */
  keep(): Promise<void> | undefined {
    return this.#hasFailed || this.#isClosed ? undefined : this.#keep()
  }

  /** Writes the whole state, if it has changed, and releases the file. Rejects with a StateFileError when it cannot be written. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelLook()
    try {
      await (this.#next ?? this.#writing)
      // A scaled clock stops now, so its time must be saved.
      const isSaved = this.#appended === 0 && this.#changes.isEmpty && !this.#isOutdated
      if (!isSaved || this.#hasFailed || this.#world.clock.mode === "scaled") await this.#write()
    } finally {
      this.#changes.stop()
      this.release()
    }
  }

  get #world(): World {
    return this.service.worlds.get(mainWorld).world
  }

  /** Whether the changes cannot be appended to what is in the file, or being written to it. */
  get #isOutdated(): boolean {
    return this.#changes.world !== this.#world || this.#changes.isLarge
  }

  async #load(): Promise<void> {
    const stored = await read(this.path)
    if (stored === undefined) return
    try {
      await restoreState(this.service, stored)
    } catch (error) {
      throw unreadable(this.path, error)
    }
  }

  #lookLater(ms: number): void {
    this.#cancelLook = this.service.host.after(ms, async () => {
      await this.#keep()
      if (!this.#isClosed) this.#lookLater(this.#hasFailed ? pauseAfterFailure : lookEvery)
    })
  }

  #keep(): Promise<void> | undefined {
    if (this.#hasFailed || this.#isOutdated) return this.#writeAnew()
    if (this.#changes.isEmpty) return undefined
    // It is written before the new file takes its place.
    if (!this.#isAppendable) return this.#writing
    try {
      this.#append()
    } catch {
      this.#isAppendable = false
      return this.#writeAnew()
    }
    if (!this.#isWriting && this.#appended > Math.max(leastAppended, this.#size)) void this.#writeAnew()
    return undefined
  }

  #append(): void {
    const text = this.#changes.take(this.service.host.now())
    const line = this.#lineOf(text)
    appendTo(this.path, line)
    this.#appended += line.length
    if (this.#isWriting) this.#appendedMeanwhile.push(text)
  }

  #lineOf(text: string): string {
    const line = changeLine(text, this.#sum)
    this.#sum = line.sum
    return line.text
  }

  /** Writes the whole state after what is being written. Calls that come before it begins share it. */
  #writeAnew(): Promise<void> {
    this.#next ??= this.#writing.then(async () => {
      this.#next = undefined
      this.#writing = this.#tryWrite()
      await this.#writing
    })
    return this.#next
  }

  async #tryWrite(): Promise<void> {
    if (this.#isClosed) return
    try {
      await this.#write()
      this.#hasFailed = false
    } catch (error) {
      if (!this.#hasFailed && error instanceof StateFileError) this.onError(error)
      this.#hasFailed = true
    }
  }

  async #write(): Promise<void> {
    if (this.#hasFailed || this.#isOutdated) this.#isAppendable = false
    // What nobody has waited for is kept now, too, not after the whole.
    if (this.#isAppendable && !this.#changes.isEmpty) this.#append()
    this.#isWriting = true
    this.#changes.stop()
    this.#changes = new StateChanges(this.#world)
    this.#appendedMeanwhile = []
    const written = new WrittenLines(linesOfState(this.service))
    try {
      const move = (part: string, target: string) => this.#replace(part, target, written)
      await writeFileAtomically(this.path, boundedLines(written), { mode: 0o600, move })
      await syncFolder(dirname(this.path))
    } catch (error) {
      throw new StateFileError(`The state file ${this.path} cannot be written: ${reasonOf(error)}`, { cause: error })
    } finally {
      this.#isWriting = false
    }
  }

  /** In one turn of the event loop: what has changed while the file was written is in it before it takes its place. */
  #replace(part: string, target: string, { sum, size }: WrittenLines): void {
    this.#sum = sum
    const texts = [...this.#appendedMeanwhile]
    if (!this.#changes.isEmpty && !this.#changes.isLarge) texts.push(this.#changes.take(this.service.host.now()))
    const lines = texts.map((text) => this.#lineOf(text)).join("")
    appendTo(part, lines)
    renameSync(part, target)
    this.#size = size
    this.#appended = lines.length
    this.#isAppendable = true
  }
}

/** Never creates the file: one that was removed lacks the state before. */
function appendTo(path: string, text: string): void {
  const file = openSync(path, constants.O_APPEND | constants.O_WRONLY)
  try {
    writeFileSync(file, text)
  } finally {
    closeSync(file)
  }
}

/** Lines of a state; known when all are read: their length, and the checksum that lines after them continue. */
class WrittenLines implements Iterable<string> {
  sum = ""
  size = 0

  constructor(private readonly lines: Generator<string, string>) {}

  *[Symbol.iterator](): Generator<string> {
    for (let line = this.lines.next(); ; line = this.lines.next()) {
      if (line.done) {
        this.sum = line.value
        return
      }
      this.size += line.value.length
      yield line.value
    }
  }
}

function lock(path: string): () => void {
  try {
    const fileLock = takeLock(`${path}.lock`)
    if ("release" in fileLock) return fileLock.release
    throw new StateFileError(
      `The state file ${path} is in use by the process ${fileLock.owner}. If that is not a mock server, remove ${path}.lock`,
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
