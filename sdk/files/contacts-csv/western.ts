import { trimEndOf } from "../../contract/core/trim-end.ts"

// Windows-1252 cannot be recognised by its bytes: each byte is a letter in most other code pages too. These rules say which
// of its letters stand where a Western European name has them; anywhere else the file is in another encoding.

/** Words, with the signs that touch them. */
const words = /[\p{L}\p{M}’‘´`\x80-\u00bf\u0152-\u0192\u02c6-\u2122×÷\P{ASCII}-]+/gu

/** Each letter with the places in which names have it. What is not listed is refused. */
const patterns: Readonly<Record<string, RegExp>> = {
  ä: /ä(?!es$)/,
  ö: /ö/,
  ü: /ü(?!u)(?<!^ü(?=bra))/,
  ß: /(?<=[aeioulrnäöü])ß/,
  é: /é(?!rsu)/,
  í: /(?<=\p{L})í|^í(?![aeou])/u,
  ó: /ó(?!e)/,
  ú: /ú/,
  á: /(?<![aeo])á(?!e)(?<![iu]á(?!\p{L}))/u,
  à: /(?<=[bcdlmnrst])à(?!\p{L})|(?<!\p{L})à(?!\p{L})|^à(?=[lnv]\p{L})/u,
  â: /â(?!r|n(?!i[ao]|[dgct]))/,
  ã: /ã[oe]/,
  å: /å(?!w)/,
  æ: /(?<!\p{L}|[aeiou])æ(?=[bdgknrstv])|(?<=[bdfghjklmnprstv])æ(?=[bdfghklmnrstvø])/u,
  ç: /(?<=[\p{L}])ç(?=[aouáãõôà]|$)(?!an$)|^ç(?=[aou])/u,
  è: /^ève|(?<=[\p{L}])è(?=[bcdfglmnprstvz]{1,2}e|(?:ne|re)?s?$)(?<![aieuáéíóúý]è$|[jkz]è$)/u,
  ê: /(?<![iwk])ê(?=s$|t|ch|m|ve|ne|z$|r)/,
  ë: /(?<=[aoieuy])ë|(?<=ont)ë$/,
  ì: /(?<=[ldr])(?<!gl)ì$/,
  ò: /(?<=[cdlmprt])ò$/,
  ù: /(?<=[stl])ù$|^où$/,
  î: /(?<=[oa])î|^î(?=le)/,
  ï: /(?<=[aoué])ï(?=[bcdfglmnqrstv])/,
  ñ: /(?<=[aeiouáéíóú])(?<!li)ñ(?=[aeiouáéíóú])|^ñ(?=[aáoóuú])/,
  ô: /ô/,
  õ: /õe/,
  ø: /(?<=^|[bdfghjklmnprstv])ø(?=[bdfghjklmnprstvy]|e?$)/,
  û: /(?<=o)û(?=t)|(?<=br)û/,
  œ: /œu/,
}

const apostrophe = /(?<=^|[^\p{L}]|^[dlmno]|[^\p{L}][dlmno]|mc|d)’(?=\p{Lu})|(?<=\p{L})’(?=s(?!\p{L}))/iu
/** Signs that are letters in other encodings: a quotation mark before a small letter, a capital within a name, a break in one. */
const oddPlaces =
  /(?<!\p{L})[‘’](?=\p{Ll}{2})|(?<=\p{L})(?=\P{ASCII})\p{Lu}(?=\p{Ll})|(?<=\p{L})\xa0(?=\p{Ll})|(?<!\p{L})(?:[ñûà]|ç(?!a(?!\p{L}))|î(?!les?))(?=\p{Ll})/u

function isWestern(word: string): boolean {
  if (oddPlaces.test(word)) return false
  const letters = trimEndOf(word, "’“”„«»…")
    .replace(/[–—-]/g, " ")
    .replace(/^[‘’“”„«»]+/, "")
  if (/[\p{L}\p{M}][“”„‚‘«»]+[\p{L}\p{M}]/u.test(letters) || /(?<=\p{L})[–—](?=\p{Ll}|$)/u.test(word)) return false
  return letters.split(/[\s“”„]+/).every((part) => {
    const rest = part.replace(new RegExp(apostrophe, "giu"), "")
    if (!/\P{ASCII}/u.test(rest)) return true
    if (/[^\p{L}]/u.test(rest))
      return /^(?:[mM]²|[mM]³|[NnMm][ºª]|[\p{L}]*[®™°])$/u.test(rest) && !/\P{ASCII}.+/u.test(rest)
    // A name mixes a few such letters with others, and has no capital after a small letter.
    const foreign = rest.match(/\P{ASCII}/gu)?.length ?? 0
    if (foreign * 2 > rest.length && !/^[àéÀÉÖÅ]$/.test(rest)) return false
    if (/\p{Ll}\p{Lu}/u.test(rest.replace(/^(?:Mc|Mac|De|Di|La|Le|Van|O)(?=\p{Lu})/u, ""))) return false
    const small = rest.toLowerCase()
    return Array.from(small.matchAll(/\P{ASCII}/gu)).every(({ 0: letter, index }) => {
      const pattern = patterns[letter]
      if (pattern === undefined) return false
      return Array.from(small.matchAll(new RegExp(pattern, "gu"))).some(
        (match) => match.index <= index && index < match.index + match[0].length,
      )
    })
  })
}

/** Signs at the end of a word that are vowels in other encodings: in one, `Lu’s` is Luís and `Libert…` is Libertà. */
const doubtful = /^\p{ASCII}+(?:’s|…)$/u
const closing = /^[^“„«‘]*[”“»]$/

interface WesternWords {
  readonly fitting: readonly string[]
  readonly odd: readonly string[]
  /** Words that fit, and are no evidence: they look alike in a file of another encoding. */
  readonly doubtful: readonly string[]
}

/** Words of a text that was read as Windows-1252: those that look Western European, and those that do not. */
export function westernWords(text: string): WesternWords {
  const weak: string[] = []
  const fitting: string[] = []
  const odd: string[] = []
  for (const { 0: run, index } of text.matchAll(words)) {
    if (!/\P{ASCII}/u.test(run)) continue
    const word = run.slice(0, 100)
    const isSign = !/\p{L}/u.test(word)
    // A euro sign or a dash on its own says nothing; control characters and runs of signs are other encodings.
    if (isSign && /^[€–—‘’“”„…·•«»°§©®™£½¼¾²³¿¡\xa0´`-]{1,2}$/.test(word)) continue
    if (doubtful.test(word) || (closing.test(word) && !/[“„«”]/.test(text.slice(Math.max(0, index - 200), index))))
      weak.push(word)
    else (isWestern(word) ? fitting : odd).push(word)
  }
  return { fitting, odd, doubtful: weak }
}
