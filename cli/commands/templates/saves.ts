import { type FSWatcher, watch } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { reasonOf, UsageError } from "../../errors/cli-error.ts"

/** Milliseconds of quiet after which a save counts as done: editors write a file in several steps. */
const quiet = 200

/** The saves of files in a folder, one after the other. */
export class Saves {
  readonly #watcher: FSWatcher
  readonly #signal: AbortSignal
  #isSaved = false
  #failure: Error | undefined
  #wake = () => {}

  constructor(dir: string, isOurs: (name: string) => boolean, signal: AbortSignal) {
    this.#signal = signal
    const refused = (error: unknown) => new UsageError(`${dir} cannot be watched: ${reasonOf(error)}`)
    try {
      this.#watcher = watch(dir, { recursive: true })
    } catch (error) {
      throw refused(error)
    }
    this.#watcher.on("error", (error) => {
      this.#failure = refused(error)
      this.#wake()
    })
    this.#watcher.on("change", (_event, name) => {
      if (isOurs(String(name))) return
      this.#isSaved = true
      this.#wake()
    })
    signal.addEventListener("abort", () => this.#wake())
  }

  /** Resolves once something was saved and the folder is quiet again, or when the command is to end. */
  async next(): Promise<void> {
    while (!this.#isSaved && !this.#signal.aborted) {
      if (this.#failure) throw this.#failure
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    while (this.#isSaved && !this.#signal.aborted) {
      this.#isSaved = false
      await pause(quiet)
    }
  }

  close(): void {
    this.#watcher.close()
  }
}
