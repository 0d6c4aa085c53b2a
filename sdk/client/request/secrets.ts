import { type CleanText, visibleText } from "../../contract/core/clean-text.ts"
import { redactText, secretsOf } from "../../contract/core/redact.ts"
import { addFields } from "../errors.ts"
import { isBoolean, isError, isNumber, isText } from "../transport/fields.ts"
import type { HeaderRecord } from "../transport/headers.ts"
import type { Call } from "./call.ts"

/** Error fields that may be inherited or not enumerable. */
const always = ["name", "message", "code", "stack", "cause", "errors"]

/** The secrets of one call, which a server may repeat: those of the request and of the headers of all attempts. */
export class CallSecrets {
  readonly #call: Call
  readonly #sent: HeaderRecord[] = []
  #known: readonly string[] | undefined

  constructor(call: Call) {
    this.#call = call
  }

  /** Remembers the headers of an attempt: its token and the headers that a hook added. */
  add(headers: HeaderRecord): void {
    this.#sent.push(headers)
    this.#known = undefined
  }

  /** The secrets in every form that `redactText` must find; computed on first use. */
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

  /** Text from the server with secrets replaced. */
  shown(text: string): CleanText<"log"> {
    return visibleText(redactText(text, this.known))
  }

  /**
   * A copy of an error that is safe to keep: class, message, stack and plain fields. Sockets, requests and response bytes that a
   * platform attaches are left out.
   */
  shownError(error: unknown, depth = 5): unknown {
    if (isText(error)) return this.shown(error)
    if (isNumber(error) || isBoolean(error)) return error
    if (depth === 0) return undefined
    if (Array.isArray(error)) return error.map((item) => this.shownError(item, depth - 1))
    if (!isError(error)) return undefined
    // Created as an Error: tools that copy or print errors check for that.
    const copy: Error = Object.setPrototypeOf(new Error(), Object.getPrototypeOf(error))
    for (const name of new Set([...always, ...Object.keys(error)])) {
      const field = Reflect.get(error, name)
      const text = name === "stack" && isText(field) ? field.split("\n", 2).join("\n") : field
      const value = this.shownError(text, depth - 1)
      // Not enumerable: Node prints enumerable fields and the whole stack.
      if (value !== undefined) addFields(copy, { [this.shown(name)]: value }, name === "code")
    }
    return copy
  }
}
