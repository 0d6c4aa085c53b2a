import { mainWorld } from "../../world/world-names.ts"
import { type KeptService, linesOfState, restoreState, stateOf } from "./kept-state.ts"
import { StateReader } from "./state-lines.ts"

/** Storage for the state of a service whose process is short-lived. */
export interface StateLocation {
  /** Returns the last saved text; undefined or null if there is none. Called once, before the first request. */
  readonly load?: () => string | null | undefined | Promise<string | null | undefined>
  /** Stores a text, about 100 KB for a new world. Called after a request that changed something, one call at a time. */
  readonly save?: (state: string) => unknown
}

/** Saves the main world of a service in storage of the caller. @internal */
export class ExternalState {
  #loading: Promise<void> | undefined
  #saved: readonly unknown[]
  #saving: Promise<void> = Promise.resolve()

  constructor(
    private readonly service: KeptService,
    private readonly location: StateLocation,
  ) {
    this.#saved = this.#state()
  }

  /** Loads the state once. Rejects with the error of `load`, or for an invalid text; the next call tries again. */
  load(): Promise<void> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = undefined
      throw error
    })
    return this.#loading
  }

  /**
   * Saves the state if it has changed since it was saved or loaded. Rejects with the error of `save`; the next call
   * tries again.
   */
  save(): Promise<void> {
    const saving = this.#saving.then(() => this.#save())
    this.#saving = saving.catch(() => {})
    return saving
  }

  async #load(): Promise<void> {
    const text = await this.location.load?.()
    if (text === undefined || text === null) return
    try {
      if (typeof text !== "string") throw new TypeError("it is not a string")
      const reader = new StateReader()
      for (const line of text.split("\n")) if (line !== "") reader.take(line)
      await restoreState(this.service, reader.finish())
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new Error(`The state that load returned cannot be read: ${why}`, { cause: error })
    }
    this.#saved = this.#state()
  }

  async #save(): Promise<void> {
    const state = this.#state()
    if (state.every((value, index) => value === this.#saved[index])) return
    await this.location.save?.([...linesOfState(this.service)].join(""))
    this.#saved = state
  }

  #state(): readonly unknown[] {
    return stateOf(this.service.worlds.get(mainWorld).world)
  }
}
