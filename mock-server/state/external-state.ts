import { mainWorld } from "../world/world-names.ts"
import { type KeptService, linesOfState, restoreState, stateOf } from "./kept-state.ts"
import { StateReader } from "./state-lines.ts"

/** Where a text is kept for a service whose process does not last. */
export interface StatePlace {
  /** The text that was saved last; undefined or null when there is none yet. Called once, before the first request. */
  readonly load?: () => string | null | undefined | Promise<string | null | undefined>
  /** Keeps a text, some 100 KB for a fresh world. Called after a request when something changed, one call at a time. */
  readonly save?: (state: string) => unknown
}

/** Keeps the main world of a service in a place of the caller's. @internal */
export class ExternalState {
  #loading: Promise<void> | undefined
  #saved: readonly unknown[]
  #saving: Promise<void> = Promise.resolve()

  constructor(
    private readonly service: KeptService,
    private readonly place: StatePlace,
  ) {
    this.#saved = this.#state()
  }

  /** Loads the state if that has not happened. Rejects as `load` does, and for a text that is no state; the next call tries again. */
  load(): Promise<void> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = undefined
      throw error
    })
    return this.#loading
  }

  /** Saves the state if it has changed since it was saved or loaded. Rejects as `save` does; the next call tries again. */
  save(): Promise<void> {
    const saving = this.#saving.then(() => this.#save())
    this.#saving = saving.catch(() => {})
    return saving
  }

  async #load(): Promise<void> {
    const text = await this.place.load?.()
    if (text === undefined || text === null) return
    try {
      if (typeof text !== "string") throw new TypeError("it is no text")
      const reader = new StateReader()
      for (const line of text.split("\n")) if (line !== "") reader.take(line)
      restoreState(this.service, reader.finish())
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new Error(`The state that load answered cannot be read: ${why}`, { cause: error })
    }
    this.#saved = this.#state()
  }

  async #save(): Promise<void> {
    const state = this.#state()
    if (state.every((value, index) => value === this.#saved[index])) return
    await this.place.save?.([...linesOfState(this.service)].join(""))
    this.#saved = state
  }

  #state(): readonly unknown[] {
    return stateOf(this.service.worlds.get(mainWorld).world)
  }
}
