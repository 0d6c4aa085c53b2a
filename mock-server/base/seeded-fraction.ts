/** A deterministic number from 0 to below 1 for a seed and a text. */
export function fractionFor(seed: number, about: string): number {
  let mix = 0x811c9dc5 ^ seed
  for (let at = 0; at < about.length; at++) mix = Math.imul(mix ^ about.charCodeAt(at), 0x01000193)
  // Finalizer: without it similar texts give similar numbers.
  const once = Math.imul(mix ^ (mix >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return ((twice ^ (twice >>> 16)) >>> 0) / 2 ** 32
}

/** Milliseconds between `min` and `max`, chosen in the same way. */
export const millisecondsFor = (seed: number, about: string, min: number, max: number): number =>
  min + Math.floor(fractionFor(seed, about) * (max - min + 1))
