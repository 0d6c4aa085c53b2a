/** Names that are one folder on a disk that tells neither capitals nor ways to write an accent apart. */
export const folded = (name: string): string => name.normalize("NFC").toUpperCase().toLowerCase()

/** Windows takes these for devices, whatever comes after a dot. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/
const longest = 60

/**
 * A folder's name for a template: its own name in small letters and digits of any script, with `-` between words. With a
 * number where that is taken, by a folder that may differ in capitals alone.
 */
export function folderName(name: string, taken: readonly string[]): string {
  const words =
    name
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const slug = [...words.join("-")].slice(0, longest).join("").replace(/-$/, "")
  const base =
    slug === "" || slug === "partials" || reserved.test(slug) ? ["template", slug].filter(Boolean).join("-") : slug
  const used = new Set(taken.map(folded))
  for (let number = 1; ; number++) {
    const free = number === 1 ? base : `${base}-${number}`
    if (!used.has(folded(free))) return free
  }
}
