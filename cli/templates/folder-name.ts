import { type CleanText, cleanFor, invisible } from "../../sdk/contract/core/clean-text.ts"

/** A key that is equal for names that are one folder on a disk that ignores case and Unicode normalization. */
export const folded = (name: string): string => name.normalize("NFC").toUpperCase().toLowerCase()

/** Windows reserves these as devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com[\d\u00b9\u00b2\u00b3]|lpt[\d\u00b9\u00b2\u00b3])$/
const longest = 60

/**
 * A folder name for a template: its name in lower-case letters and digits of any script, with `-` between words.
 * Appends a number if the name is taken, ignoring case.
 */
export function folderName(name: string, usedNames: readonly string[]): CleanText<"file name"> {
  const words =
    name
      .normalize("NFC")
      .replace(invisible, "")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const slug = [...words.join("-")].slice(0, longest).join("").replace(/-$/, "")
  const base =
    slug === "" || slug === "partials" || reserved.test(slug) ? ["template", slug].filter(Boolean).join("-") : slug
  const used = new Set(usedNames.map(folded))
  for (let number = 1; ; number++) {
    const free = number === 1 ? base : `${base}-${number}`
    if (!used.has(folded(free))) return cleanFor("file name", free)
  }
}
