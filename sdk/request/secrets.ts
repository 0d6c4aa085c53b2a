import { redactText, secretsOf, visibleText } from "../contract/core/redact.ts"
import { addFields } from "../errors.ts"
import { isBoolean, isError, isNumber, isText } from "../transport/fields.ts"
import type { HeaderRecord } from "../transport/headers.ts"
import type { Call } from "./call.ts"

/** Fields of errors that need not be their own, or are not enumerable. */
const always = ["name", "message", "code", "stack", "cause", "errors"]

/** The secrets of one call, which a peer may repeat: those of the request, and of the headers of all its attempts. */
export class CallSecrets {
  readonly #call: Call
  readonly #sent: HeaderRecord[] = []
  #known: readonly string[] | undefined

  constructor(call: Call) {
    this.#call = call
  }

  /** Remembers the headers of an attempt: its token, and what a hook adds. */
  add(headers: HeaderRecord): void {
    this.#sent.push(headers)
    this.#known = undefined
  }

  /** In every form that `redactText` must know; looked for when they are first asked for. */
  get known(): readonly string[] {
    const { path, headers, content } = this.#call
    this.#known ??= secretsOf({
      path,
      headers,
      body: content,
      others: this.#sent.flatMap((sent) => secretsOf({ path: "", headers: sent })),
    })
    return this.#known
  }

  /** Text of a peer as it may be shown. */
  shown(text: string): string {
    return visibleText(redactText(text, this.known))
  }

  /**
   * A failure as it may be kept: of its class, with its message, stack and plain fields. What else a platform hangs on
   * it, such as sockets, requests and bytes of the answer, is left out.
   */
  shownError(error: unknown, depth = 5): unknown {
    if (isText(error)) return this.shown(error)
    if (isNumber(error) || isBoolean(error)) return error
    if (depth === 0) return undefined
    if (Array.isArray(error)) return error.map((item) => this.shownError(item, depth - 1))
    if (!isError(error)) return undefined
    // Born as an error, for what copies or prints one goes by that.
    const shown: Error = Object.setPrototypeOf(new Error(), Object.getPrototypeOf(error))
    for (const name of new Set([...always, ...Object.keys(error)])) {
      const field = Reflect.get(error, name)
      const kept = name === "stack" && isText(field) ? field.split("\n", 2).join("\n") : field
      const value = this.shownError(kept, depth - 1)
      // The rest is there to be asked for: Node prints what is enumerable, and all of a stack.
      if (value !== undefined) addFields(shown, { [this.shown(name)]: value }, name === "code")
    }
    return shown
  }
}
