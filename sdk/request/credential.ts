import { InvalidArgumentError } from "../errors.ts"
import type { Token } from "../options.ts"
import { headerValue } from "../transport/header-values.ts"

/** A bearer token, given or fetched; fetched once for all requests that wait for it. */
export class Credential {
  readonly #source: Token | undefined
  #token: string | undefined
  #pending: Promise<string> | undefined

  constructor(argument: string, source: Token | undefined) {
    this.#source = source
    if (typeof source === "string") this.#token = bearer(argument, source)
  }

  /** True when a refused token can be replaced by another. */
  get canRenew(): boolean {
    return typeof this.#source === "function"
  }

  /** The token, at once where it is known; undefined when the client has none. */
  get(): string | undefined | Promise<string> {
    return this.#token ?? (typeof this.#source === "function" ? this.#ask(this.#source) : undefined)
  }

  /** Forgets a token that was refused, unless another request did so already. */
  drop(refused: string): void {
    if (this.#token === refused && this.canRenew) this.#token = undefined
  }

  #ask(source: () => string | Promise<string>): Promise<string> {
    this.#pending ??= this.#fetch(source).finally(() => {
      this.#pending = undefined
    })
    return this.#pending
  }

  async #fetch(source: () => string | Promise<string>): Promise<string> {
    this.#token = bearer("token()", await source())
    return this.#token
  }
}

/** Refuses what cannot be a token, without showing it. */
function bearer(argument: string, token: unknown): string {
  const text = headerValue(argument, token)
  if (text === "" || text.includes(" "))
    throw new InvalidArgumentError(argument, "must be a token: not empty, no spaces")
  return text
}
