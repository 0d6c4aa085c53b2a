/** `Symbol.asyncDispose`, where the types of the program that compiles this know it. */
export type AsyncDispose = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol } ? Key : never

/** What `await using` ends. Where types or platform know nothing of that, it is the method `close()` or `cancel()`, called by hand. */
export type AsyncCloses = { readonly [Key in AsyncDispose]: () => Promise<void> }

/** The platform's symbol; where it has none, the one that compilers make `await using` look for. */
const asyncDispose: AsyncDispose = Reflect.get(Symbol, "asyncDispose") ?? Symbol.for("Symbol.asyncDispose")

/** For an object that `end` closes. */
export const asyncCloses = (end: () => Promise<void>): AsyncCloses => ({ [asyncDispose]: end })

/** For a class with a method `close()`. Its type is written, because declarations must not name a symbol that is not there. */
export const AsyncClosing: abstract new () => AsyncCloses = class {
  [asyncDispose](this: { close(): Promise<void> }): Promise<void> {
    return this.close()
  }
}
