import { type FSWatcher, statSync, watch } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { reasonOf, UsageError } from "../../terminal/errors/cli-error.ts"

/** Milliseconds without changes after which a save is complete: editors write a file in several steps. */
const quiet = 200

const pollInterval = 500

/**
 * Waits for changes to files in a folder. A folder that was removed and restored, such as by a branch checkout, counts
 * as changed.
 */
export class ChangeWatcher {
  readonly #pollTimer: NodeJS.Timeout
  #watcher: FSWatcher
  /** The inode of the watched folder; undefined while the folder is missing. */
  #watched: number | undefined
  #isSaved = false
  #failure: Error | undefined
  #wake = () => {}

  constructor(
    private readonly dir: string,
    private readonly isOurs: (name: string) => boolean,
    private readonly signal: AbortSignal,
  ) {
    this.#watched = numberOf(dir)
    this.#watcher = this.#watch()
    this.#pollTimer = setInterval(() => this.#look(), pollInterval)
    signal.addEventListener("abort", () => this.#wake())
  }

  #watch(): FSWatcher {
    const toUsageError = (error: unknown) => new UsageError(`${this.dir} cannot be watched: ${reasonOf(error)}`)
    try {
      return watch(this.dir, { recursive: true })
        .on("error", (error) => {
          if (numberOf(this.dir) !== this.#watched) return
          this.#failure = toUsageError(error)
          this.#wake()
        })
        .on("change", (_event, name) => {
          if (!this.isOurs(String(name))) this.#save()
        })
    } catch (error) {
      throw toUsageError(error)
    }
  }

  #save(): void {
    this.#isSaved = true
    this.#wake()
  }

  #look(): void {
    const now = numberOf(this.dir)
    if (now === this.#watched) return
    this.#watcher.close()
    if (now !== undefined) {
      try {
        this.#watcher = this.#watch()
      } catch {
        // Removed again: the next check handles it.
        return
      }
    }
    this.#watched = now
    this.#save()
  }

  /** Resolves when something was saved and the folder is quiet again, or when the command is to end. */
  async next(): Promise<void> {
    while (!this.#isSaved && !this.signal.aborted) {
      if (this.#failure) throw this.#failure
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    while (this.#isSaved && !this.signal.aborted) {
      this.#isSaved = false
      await pause(quiet)
      // Checked here too: otherwise a folder restored before the next check would go unnoticed.
      this.#look()
    }
  }

  close(): void {
    clearInterval(this.#pollTimer)
    this.#watcher.close()
  }
}

const numberOf = (dir: string) => statSync(dir, { throwIfNoEntry: false })?.ino
