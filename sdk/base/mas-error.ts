// biome-ignore-all lint/complexity/noThisInStatic: `instanceof` may be asked of any subclass of MasError

/**
 * What a queue does with a failed call:
 * - `retry`: repeat it after a pause of your choice, with the same idempotency key.
 * - `later`: repeat it at `retryAt`, which is set then.
 * - `final`: do not repeat it unchanged. If `isRefusal` is true, the request itself is refused: set it aside. Otherwise the
 *   credential, the address or the way to the service has to be corrected first: keep it, and tell a person. A write without an
 *   idempotency key is final, too, when it may have had its effect: repeating it could have a second one.
 */
export type Disposition = "retry" | "later" | "final"

/**
 * Base class of every error that this package throws on purpose. `instanceof MasError` distinguishes an SDK or service
 * error from a bug in your code.
 *
 * `instanceof` compares a mark, for this class and its subclasses. So it works across ES modules, CommonJS files and a second
 * copy of the package.
 */
export class MasError extends Error {
  /** What a queue does with the failed call. `final` unless another attempt can help. */
  declare readonly disposition: Disposition
  /** True when this very request is refused, by the service's own response or by `recipients`: others may succeed. */
  declare readonly isRefusal: boolean
  /** When to repeat the call, by this machine's clock; set if, and only if, `disposition` is `later`. */
  declare readonly retryAt: Date | undefined

  static override [Symbol.hasInstance](value: unknown): boolean {
    const mark = Symbol.for(`mas-sdk.${this.name}`)
    // A user's subclass has no mark of its own: compare by prototype.
    return Object.hasOwn(this.prototype, mark) ? mark in Object(value) : super[Symbol.hasInstance](value)
  }
}

/**
 * Fixes the names of error classes, as logs and stacks show them: bundlers rename classes, but not the properties of `{ MasError
 * }`.
 */
export function pinClassNames<Name extends string>(
  classes: Readonly<Record<Name, { readonly prototype: Error }>>,
): void {
  for (const name in classes) {
    Object.defineProperty(classes[name], "name", { value: name })
    // On the prototype, not as a field: the first line of the stack is written before fields exist.
    Object.assign(classes[name].prototype, { name, [Symbol.for(`mas-sdk.${name}`)]: true })
  }
}

pinClassNames({ MasError })
Object.assign(MasError.prototype, { disposition: "final", isRefusal: false, retryAt: undefined })

/**
 * Gives an error the stack of the caller. An error made inside a transport or a timer would not lead to the caller's line. Frames
 * down to `inner` are removed.
 */
export function withCallerStack(error: unknown, inner?: (...values: never[]) => unknown): unknown {
  if (error instanceof MasError) Error.captureStackTrace?.(error, inner)
  return error
}
