import { type FSWatcher, statSync, watch } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { reasonOf, UsageError } from "../../errors/cli-error.ts"

/** Milliseconds of quiet after which a save counts as done: editors write a file in several steps. */
const quiet = 200

const pollInterval = 500

/** The saves of files in a folder, one after the other. A folder that goes away and comes back, as when a branch is checked out, was saved. */
export class Saves {
  readonly #looks: NodeJS.Timeout
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
    this.#looks = setInterval(() => this.#look(), pollInterval)
    signal.addEventListener("abort", () => this.#wake())
  }

  #watch(): FSWatcher {
    const refused = (error: unknown) => new UsageError(`${this.dir} cannot be watched: ${reasonOf(error)}`)
    try {
      return watch(this.dir, { recursive: true })
        .on("error", (error) => {
          if (numberOf(this.dir) !== this.#watched) return
          this.#failure = refused(error)
          this.#wake()
        })
        .on("change", (_event, name) => {
          if (!this.isOurs(String(name))) this.#save()
        })
    } catch (error) {
      throw refused(error)
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
        // It went away again: the next look sees to it.
        return
      }
    }
    this.#watched = now
    this.#save()
  }

  /** Resolves once something was saved and the folder is quiet again, or when the command is to end. */
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
      // Here too: a folder that comes back before the next look would seem never to have gone.
      this.#look()
    }
  }

  close(): void {
    clearInterval(this.#looks)
    this.#watcher.close()
  }
}

const numberOf = (dir: string) => statSync(dir, { throwIfNoEntry: false })?.ino
