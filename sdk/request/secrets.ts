import { redactText, secretsOf, visibleText } from "../contract/core/redact.ts"
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
    const others = () => this.#sent.flatMap((each) => secretsOf({ path: "", headers: each }))
    this.#known ??= secretsOf({ path, headers, body: content, others: others() })
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
    if (!(error instanceof Error)) return typeof error === "string" ? this.shown(error) : undefined
    if (depth === 0) return undefined
    const shown: Error = Object.create(Object.getPrototypeOf(error))
    for (const name of new Set([...always, ...Object.keys(error)])) {
      const field = Reflect.get(error, name)
      const kept = name === "stack" && typeof field === "string" ? field.split("\n", 2).join("\n") : field
      const value = this.#shownField(kept, depth - 1)
      // The rest is there to be asked for: Node prints what is enumerable, and all of a stack.
      const descriptor = { value, enumerable: name === "code", configurable: true, writable: true }
      if (value !== undefined) Object.defineProperty(shown, this.shown(name), descriptor)
    }
    return shown
  }

  #shownField(value: unknown, depth: number): unknown {
    if (value instanceof Error) return this.shownError(value, depth)
    if (Array.isArray(value)) return value.map((item) => this.shownError(item, depth))
    if (typeof value === "string") return this.shown(value)
    return typeof value === "number" || typeof value === "boolean" ? value : undefined
  }
}
