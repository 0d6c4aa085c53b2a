import { trimEndOf } from "../../contract/core/trim-end.ts"
import { InvalidArgumentError } from "../errors.ts"
import { type Logger, warn } from "../hooks.ts"
import type { Token, TokenSource } from "../options.ts"
import { headerValue } from "../transport/header-values.ts"

/**
 * Milliseconds after which a pending token function is called again. It may hang: Workers stop it when the client of the request
 * that called it disconnects.
 */
const patience = 30_000

/** A bearer token, given or fetched. Requests that wait for it share one fetch. */
export class Credential {
  readonly #source: Token | undefined
  #token: string | undefined
  #pending: Promise<string | undefined> | undefined
  /** How long requests wait for another request's fetch. Milliseconds since 1970. */
  #until = 0

  readonly #logger: Logger | undefined

  constructor(argument: string, source: Token | undefined, logger?: Logger) {
    this.#source = source
    this.#logger = logger
    if (typeof source === "string") this.#token = bearer(argument, source, logger)
  }

  get isGiven(): boolean {
    return this.#source !== undefined
  }

  /** The token, unless a function fetches it. */
  get fixed(): string | undefined {
    return typeof this.#source === "string" ? this.#token : undefined
  }

  /**
   * False for a token that is known to be none of a person's: it acts for its own account, as the service reads `X-Account-ID` with
   * a JWT only. Spec: Authentication 6.
   */
  get selectsAccount(): boolean {
    return this.fixed === undefined || isJwt(this.fixed)
  }

  /** The token, synchronously when it is known; undefined when the client has none or its function returns none. */
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

  /** Drops a rejected token, unless another request did so already. False when no other token can be had. */
  drop(credential: string): boolean {
    const canRenew = typeof this.#source === "function"
    if (canRenew && this.#token === credential) this.#token = undefined
    return canRenew
  }

  async #ask(source: TokenSource): Promise<string | undefined> {
    const token = await source()
    this.#token = token === undefined ? undefined : bearer("token()", token, this.#logger)
    return this.#token
  }
}

export const isJwt = (secret = ""): boolean => secret.split(".").length === 3

/** No-break and invisible spaces, as copied from a page. */
const pastedSpaces = "\u00a0\u2007\u200b\u2060\u202f\u3000\ufeff"

/**
 * Refuses invalid tokens without showing them. A trailing newline, as in mounted secret files, is stripped; so are spaces
 * that cannot be seen, with a warning.
 */
function bearer(argument: string, token: unknown, logger?: Logger): string {
  const line = typeof token === "string" ? trimEndOf(token, "\r\n") : token
  const trimmed = typeof line === "string" ? trimEndOf(line, `${pastedSpaces}\r\n`) : line
  if (trimmed !== line) {
    const warning = `${argument} ended with a no-break or invisible space, which was removed: remove it where the value is kept`
    warn(logger, warning)
  }
  const text = headerValue(argument, trimmed)
  if (/^bearer\s/i.test(text))
    throw new InvalidArgumentError(argument, 'must be the token alone, without "Bearer ": the client adds that')
  // A soft hyphen is another character that cannot be seen.
  if (text === "" || /[\s\u00ad]/.test(text))
    throw new InvalidArgumentError(argument, "must be a token: not empty, no spaces, also none that cannot be seen")
  return text
}
