/**
 * Base of every error that this package throws on purpose, so that one `instanceof MasError` tells
 * "the SDK refused or the service answered so" from a bug in your own code.
 */
export class MasError extends Error {
  // On the prototype and not as a field: the stack's first line is written before fields exist.
  static {
    MasError.prototype.name = "MasError"
  }
}
