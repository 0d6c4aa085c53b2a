// biome-ignore-all lint/complexity/noThisInStatic: the class that `instanceof` asks may be any below MasError

/**
 * What a queue does with a failed call:
 * - `retry`: make it again, after a pause of the queue's own, with the same idempotency key.
 * - `later`: make it again at `retryAt`, which is there then.
 * - `final`: do not make it again as it is. The same call would be refused again, or it may have had its effect and making it
 *   again could have a second one.
 */
export type Disposition = "retry" | "later" | "final"

/**
 * Base of every error that this package throws on purpose, so that one `instanceof MasError` tells
 * "the SDK refused or the service answered so" from a bug in your own code.
 *
 * `instanceof` goes by a mark, here and with every class below it, so that it holds between the ES modules, the CommonJS
 * files and a second copy of the package.
 */
export class MasError extends Error {
  /** What a queue does with the call that failed. `final` unless something speaks for another attempt. */
  declare readonly disposition: Disposition
  /** The moment to make the call again, where one is known. */
  declare readonly retryAt: Date | undefined

  static override [Symbol.hasInstance](value: unknown): boolean {
    const mark = Symbol.for(`mas-sdk.${this.name}`)
    // A class that somebody derives from one of ours has no mark of its own.
    return Object.hasOwn(this.prototype, mark) ? mark in Object(value) : super[Symbol.hasInstance](value)
  }
}

/**
 * Gives error classes the names that programs log and print, for good: bundlers rename classes, but not the properties
 * of `{ MasError }`.
 */
export function keepNames<Name extends string>(classes: Readonly<Record<Name, { readonly prototype: Error }>>): void {
  for (const name in classes) {
    Object.defineProperty(classes[name], "name", { value: name })
    // On the prototype and not as a field: the stack's first line is written before fields exist.
    Object.assign(classes[name].prototype, { name, [Symbol.for(`mas-sdk.${name}`)]: true })
  }
}

keepNames({ MasError })
Object.assign(MasError.prototype, { disposition: "final", retryAt: undefined })

/**
 * One of our errors with the stack of whoever asked: made deep inside, or in a callback of a transport or a timer, it would
 * not lead to the caller's line. Frames down to `inner` are left out.
 */
export function withCallerStack(error: unknown, inner?: (...values: never[]) => unknown): unknown {
  if (error instanceof MasError) Error.captureStackTrace?.(error, inner)
  return error
}
