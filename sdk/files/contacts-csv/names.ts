/** Texts that programs write where there is no value. `Null` and `Na` are surnames. */
const placeholders = new Set(
  "NULL null (null) <null> N/A n/a NA #N/A undefined Undefined UNDEFINED None none NONE (none) NaN nan nil NIL - -- – — . ? \\N #NAME? #VALUE! #REF!"
    .split(" ")
    .concat("[object Object]"),
)

/** True for `NULL`, `N/A`, `-`, `undefined` and the like, which are not names. */
export const isPlaceholder = (text: string): boolean => placeholders.has(text)

const titles = /^(?:(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|mme|mlle|sr|sra)\.?\s+)+(?=\S)/i
const particles =
  /^(?:van|von|der|den|de|del|della|di|da|dos|das|do|du|la|le|ter|ten|zu|zum|zur|al|el|bin|ibn|st\.?|san|santa|'t)$/i
const companies =
  /\b(?:inc|llc|ltd|limited|gmbh|ag|kg|corp|corporation|company|co|plc|bv|b\.v|sarl|sas|s\.a|srl|s\.r\.l|oy|ab|as|a\/s)\.?$/i

/**
 * Splits a whole name. `Lovelace, Ada` is last name first. Otherwise the last word is the last name, with the particles before
 * it: `Ludwig van Beethoven`. One word, also in scripts without blanks, is a first name. Companies and addresses are no names.
 */
export function splitName(fullName: string): { first_name?: string; last_name?: string } {
  const name = fullName.trim().replace(/\s+/g, " ")
  if (name === "" || isPlaceholder(name) || name.includes("@") || companies.test(name)) return {}
  const parts = name.split(", ")
  const [before = "", after = ""] = parts
  if (parts.length === 2 && before !== "" && after !== "") return { first_name: after, last_name: before }
  if (name.includes(",")) return {}
  const words = name
    .replace(titles, "")
    .split(" ")
    .filter((word) => !isPlaceholder(word))
  if (words.length < 2) return words[0] === undefined ? {} : { first_name: words[0] }
  let start = words.length - 1
  while (start > 1 && particles.test(words[start - 1] ?? "")) start--
  return { first_name: words.slice(0, start).join(" "), last_name: words.slice(start).join(" ") }
}
