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
  #wake = () => {}

  constructor(dir: string, isOurs: (name: string) => boolean, signal: AbortSignal) {
    this.#signal = signal
    try {
      this.#watcher = watch(dir, { recursive: true })
    } catch (error) {
      throw new UsageError(`${dir} cannot be watched: ${reasonOf(error)}`)
    }
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
