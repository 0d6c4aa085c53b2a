/** `Symbol.asyncDispose`, if the caller's TypeScript configuration knows it. */
export type AsyncDispose = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol } ? Key : never

/** An object that `await using` can close. Without support for `await using`, call `close()` or `cancel()` yourself. */
export type AsyncCloses = { readonly [Key in AsyncDispose]: () => Promise<void> }

/** The platform's symbol, or the fallback that compilers of `await using` look up. */
export const asyncDispose: AsyncDispose = Reflect.get(Symbol, "asyncDispose") ?? Symbol.for("Symbol.asyncDispose")

/** Adds the symbol to an object; `end` closes it. */
export const asyncCloses = (end: () => Promise<void>): AsyncCloses => ({ [asyncDispose]: end })

/**
 * Adds the symbol to a class with a method `close()`. The type is written out: a declaration file must not name a missing symbol.
 */
export const AsyncClosing: abstract new () => AsyncCloses = class {
  [asyncDispose](this: { close(): Promise<void> }): Promise<void> {
    return this.close()
  }
}
