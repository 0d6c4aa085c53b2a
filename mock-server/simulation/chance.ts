/** A number from 0 to below 1: always the same for one seed and one text, and different for any other. */
export function chanceOf(seed: number, about: string): number {
  let hash = 0x811c9dc5 ^ seed
  for (let at = 0; at < about.length; at++) hash = Math.imul(hash ^ about.charCodeAt(at), 0x01000193)
  // FNV alone leaves neighbours near to each other.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** A whole number from `least` to `most`, both included, by the same rule. */
export const chanceBetween = (seed: number, about: string, least: number, most: number): number =>
  least + Math.floor(chanceOf(seed, about) * (most - least + 1))
