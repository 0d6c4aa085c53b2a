/** The SMS that a text is sent as. */
export interface SmsParts {
  /** `gsm7`: 160 characters in one part, 153 in each of several. `ucs2`: 70, and 67 in each of several. */
  readonly encoding: "gsm7" | "ucs2"
  /** The number of parts; each is billed. 0 for an empty text. */
  readonly parts: number
  /** The length in units of the encoding: `€` and a few others take two in GSM-7, an emoji two or more in UCS-2. */
  readonly units: number
  /** The characters that are not in GSM-7, each once: because of one of them the whole text is UCS-2. */
  readonly costly: readonly string[]
}

/** The alphabet of GSM 03.38, and its second table, whose characters take two units. */
const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
)
const extended = new Set("\f^{}\\[~]|€")

const sizes = { gsm7: { single: 160, each: 153 }, ucs2: { single: 70, each: 67 } } as const

/**
 * The encoding and number of the SMS that a text is sent as, by GSM 03.38 and 3GPP TS 23.040. Networks may count a few
 * characters differently, by national tables.
 */
export function smsParts(text: string): SmsParts {
  const characters = [...text]
  const costly = [...new Set(characters.filter((character) => !basic.has(character) && !extended.has(character)))]
  const encoding = costly.length === 0 ? "gsm7" : "ucs2"
  const unitsOf = (character: string) => (encoding === "ucs2" ? character.length : extended.has(character) ? 2 : 1)
  const units = characters.reduce((sum, character) => sum + unitsOf(character), 0)
  const { single, each } = sizes[encoding]
  if (units <= single) return { encoding, parts: Math.min(units, 1), units, costly }
  let parts = 1
  let used = 0
  // A character of two units is not divided between two parts.
  for (const character of characters) {
    const size = unitsOf(character)
    if (used + size > each) {
      parts++
      used = 0
    }
    used += size
  }
  return { encoding, parts, units, costly }
}

/** A few characters that make a text UCS-2 and cost at least one part more; undefined if leaving them out saves none. */
export function savedParts(text: string): { readonly at: number; readonly excerpt: string } | undefined {
  const { parts, costly } = smsParts(text)
  // Many letters are the text's own alphabet. Quotation marks, dashes and emoji can be left out, however many.
  if (costly.length === 0 || costly.filter((character) => /\p{L}/u.test(character)).length > 3) return undefined
  const cheap = [...text].map((character) => (costly.includes(character) ? "x" : character)).join("")
  const fewer = smsParts(cheap).parts
  if (fewer >= parts) return undefined
  return { at: text.indexOf(costly[0] ?? ""), excerpt: `${costly.join(" ")} (${parts} parts instead of ${fewer})` }
}
