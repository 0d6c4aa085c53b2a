/**
 * Base of every error that this package throws on purpose, so that one `instanceof MasError` tells
 * "the SDK refused or the service answered so" from a bug in your own code.
 */
export class MasError extends Error {}

// On the prototype and not as a field: the stack's first line is written before fields exist. And not in a static block:
// bundlers rename a class that speaks of itself, and Node would print `_MasError`.
MasError.prototype.name = "MasError"
