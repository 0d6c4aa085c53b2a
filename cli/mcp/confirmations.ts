import { randomUUID } from "node:crypto"
import { canonicalJson } from "../../sdk/contract/core/canonical-json.ts"
import { CliError } from "../terminal/errors/cli-error.ts"
import { exitCodes } from "../terminal/errors/exit-codes.ts"

interface Agreement {
  readonly command: string
  readonly input: object
  /** The target address. */
  readonly at?: string | undefined
  /** The key of the account and the brand that the call acts for; undefined for a call without a credential. */
  readonly account?: string | undefined
}

export interface Kept {
  readonly key?: string | undefined
  /** The state of the call's target when the token was issued. */
  readonly state?: string | undefined
}

interface Open extends Kept {
  readonly what: string
  readonly until: number
}

/** Tokens for calls that need confirmation: each is for exactly one call with the same arguments. */
export class Confirmations {
  /** Lifetime of a token, in seconds. */
  static readonly seconds = 300
  readonly #open = new Map<string, Open>()

  constructor(private readonly now: () => number) {}

  /** Issues a token for a call that was described but not made. */
  issue(agreement: Agreement, saved: Kept = {}): string {
    const now = this.now()
    for (const [token, { until }] of this.#open) if (until <= now) this.#open.delete(token)
    const token = randomUUID()
    this.#open.set(token, { what: textOf(agreement), until: now + Confirmations.seconds * 1000, ...saved })
    return token
  }

  /**
   * Invalidates a token in any case, and returns the data stored with it.
   * @throws CliError when it is unknown, used, too old, or for other arguments or another account.
   */
  redeem(token: string, agreement: Agreement, key: string | undefined): Kept {
    const open = this.#open.get(token)
    this.#open.delete(token)
    if (!open || open.until <= this.now()) throw refusalError("the confirm_token is unknown, used or too old")
    const isSame = open.what === textOf(agreement) && (key === undefined || key === open.key)
    if (!isSame) throw refusalError("the confirm_token is for other arguments or another account, and is void now")
    return open
  }
}

const textOf = ({ command, input, at = "", account = "" }: Agreement) => canonicalJson([command, input, at, account])

export const refusalError = (message: string, advice = "Call without confirm_token for a new one.") =>
  new CliError(message, exitCodes.usage, {
    code: "confirmation_refused",
    hint: `Nothing was sent. ${advice}`,
  })
