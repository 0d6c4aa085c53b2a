import { InvalidArgumentError } from "../errors.ts"
import type { Token, TokenSource } from "../options.ts"
import { headerValue } from "../transport/header-values.ts"

/** A bearer token, given or fetched; fetched once for all requests that wait for it. */
export class Credential {
  readonly #source: Token | undefined
  #token: string | undefined
  #pending: Promise<string | undefined> | undefined

  constructor(argument: string, source: Token | undefined) {
    this.#source = source
    if (typeof source === "string") this.#token = bearer(argument, source)
  }

  get isGiven(): boolean {
    return this.#source !== undefined
  }

  /** True when a refused token can be replaced by another. */
  get canRenew(): boolean {
    return typeof this.#source === "function"
  }

  /** The token, at once where it is known; undefined when the client has none, or its function gives none. */
  get(): string | undefined | Promise<string | undefined> {
    if (this.#token !== undefined || typeof this.#source !== "function") return this.#token
    this.#pending ??= this.#ask(this.#source).finally(() => {
      this.#pending = undefined
    })
    return this.#pending
  }

  /** Forgets a token that was refused, unless another request did so already. */
  drop(refused: string): void {
    if (this.#token === refused && this.canRenew) this.#token = undefined
  }

  async #ask(source: TokenSource): Promise<string | undefined> {
    const token = await source()
    this.#token = token === undefined ? undefined : bearer("token()", token)
    return this.#token
  }
}

/** Refuses what cannot be a token, without showing it. Secrets that are mounted as files end in a line feed. */
function bearer(argument: string, token: unknown): string {
  const text = headerValue(argument, typeof token === "string" ? token.replace(/[\r\n]+$/, "") : token)
  if (text === "" || text.includes(" "))
    throw new InvalidArgumentError(argument, "must be a token: not empty, no spaces")
  return text
}
