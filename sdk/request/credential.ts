import { trimEndOf } from "../contract/core/trim-end.ts"
import { InvalidArgumentError } from "../errors.ts"
import type { Token, TokenSource } from "../options.ts"
import { headerValue } from "../transport/header-values.ts"

/**
 * Milliseconds after which a function that has not answered is asked once more: it may hang, and never answers where the
 * platform ended the request that asked, as Workers do when a client goes away.
 */
const patience = 30_000

/** A bearer token, given or fetched; fetched once for all requests that wait for it. */
export class Credential {
  readonly #source: Token | undefined
  #token: string | undefined
  #pending: Promise<string | undefined> | undefined
  /** Until when requests wait for what another asked for, in milliseconds since 1970. */
  #until = 0

  constructor(argument: string, source: Token | undefined) {
    this.#source = source
    if (typeof source === "string") this.#token = bearer(argument, source)
  }

  get isGiven(): boolean {
    return this.#source !== undefined
  }

  /** The token, at once where it is known; undefined when the client has none, or its function gives none. */
  get(): string | undefined | Promise<string | undefined> {
    if (this.#token || typeof this.#source !== "function") return this.#token
    if (Date.now() >= this.#until) {
      this.#until = Date.now() + patience
      this.#pending = this.#ask(this.#source).finally(() => {
        this.#until = 0
      })
    }
    return this.#pending
  }

  /** Forgets a token that was refused, unless another request did so already; false where there is no other. */
  drop(refused: string): boolean {
    const canRenew = typeof this.#source === "function"
    if (canRenew && this.#token === refused) this.#token = undefined
    return canRenew
  }

  async #ask(source: TokenSource): Promise<string | undefined> {
    const token = await source()
    this.#token = token === undefined ? undefined : bearer("token()", token)
    return this.#token
  }
}

/** Refuses what cannot be a token, without showing it. Secrets that are mounted as files end in a line feed. */
function bearer(argument: string, token: unknown): string {
  const text = headerValue(argument, typeof token === "string" ? trimEndOf(token, "\r\n") : token)
  if (text === "" || text.includes(" "))
    throw new InvalidArgumentError(argument, "must be a token: not empty, no spaces")
  return text
}
