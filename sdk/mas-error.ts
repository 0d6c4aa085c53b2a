/**
 * Base of every error that this package throws on purpose, so that one `instanceof MasError` tells
 * "the SDK refused or the service answered so" from a bug in your own code.
 */
export class MasError extends Error {}

/**
 * Gives error classes the names that programs log and print, for good: bundlers rename classes, but not the properties
 * of `{ MasError }`.
 */
export function keepNames<Name extends string>(classes: Readonly<Record<Name, { readonly prototype: Error }>>): void {
  for (const name in classes) {
    Object.defineProperty(classes[name], "name", { value: name })
    // On the prototype and not as a field: the stack's first line is written before fields exist.
    classes[name].prototype.name = name
  }
}

keepNames({ MasError })
