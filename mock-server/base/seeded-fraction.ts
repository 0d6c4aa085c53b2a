/** A deterministic number from 0 to below 1 for a seed and a text. */
export const fractionFor = (seed: number, about: string): number => toFraction(mixText(startHash(seed), about))

/** Milliseconds between `least` and `most`, chosen in the same way. */
export const millisecondsFor = (seed: number, about: string, min: number, max: number): number =>
  min + Math.floor(fractionFor(seed, about) * (max - min + 1))

/** A place where several faults may happen. Its name is hashed once for all of them. */
export class DecisionPoint {
  readonly #mix: number

  constructor(
    seed: number,
    readonly name: string,
  ) {
    this.#mix = mixText(startHash(seed), `${name}: `)
  }

  /** The fraction for the text `name: what`. */
  chanceOf(what: string): number {
    return toFraction(mixText(this.#mix, what))
  }
}

const startHash = (seed: number) => 0x811c9dc5 ^ seed

function mixText(begun: number, text: string): number {
  let mix = begun
  for (let at = 0; at < text.length; at++) mix = Math.imul(mix ^ text.charCodeAt(at), 0x01000193)
  return mix
}

function toFraction(mix: number): number {
  // Finalizer: without it similar texts give similar numbers.
  const once = Math.imul(mix ^ (mix >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return ((twice ^ (twice >>> 16)) >>> 0) / 2 ** 32
}
