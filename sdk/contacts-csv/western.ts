import { trimEndOf } from "../contract/core/trim-end.ts"

// Windows-1252 cannot be recognised by its bytes: each byte is a letter in most other code pages too. These rules say which
// of its letters stand where a Western European name has them; anywhere else the file is in another encoding.

/** Words, with the signs that touch them. */
const words = /[\p{L}\p{M}’‘´`\x80-\u00bf\u0152-\u0192\u02c6-\u2122×÷\P{ASCII}-]+/gu

/** Each letter with the places in which names have it. What is not listed is refused. */
const places: Readonly<Record<string, RegExp>> = {
  ä: /ä/,
  ö: /ö/,
  ü: /ü/,
  ß: /(?<=[\p{L}])ß/u,
  é: /é/,
  í: /(?<=\p{L})í|^í(?![aeou])/u,
  ó: /ó/,
  ú: /ú/,
  á: /(?<![aeo])á(?!e)(?<![iu]á(?!\p{L}))/u,
  à: /(?<=[bcdlmnrst])à(?!\p{L})|(?<!\p{L})à/u,
  â: /â(?!r|n(?!i[ao]|[dgct]))/,
  ã: /ã[oe]/,
  å: /å/,
  æ: /(?<!\p{L}|[aeiou])æ(?=[a-z])|(?<=[bdfghjklmnprstv])æ(?=[bdfghklmnrstvø])/u,
  ç: /(?<=[\p{L}])ç(?=[aouáãõôà]|$)|^ç/u,
  è: /^ève|(?<=[\p{L}])è(?=[bcdfglmnprstvz]{1,2}e|(?:ne|re)?s?$)(?<!aè$|iè$|eè$|uè$|[jkz]è$)/u,
  ê: /(?<![iwk])ê(?=s$|t|ch|m|ve|ne|z$|r)/,
  ë: /(?<=[aoieuy])ë|(?<=ont)ë$/,
  ì: /(?<=[ldr])ì$/,
  ò: /(?<=[cdlmprt])ò$/,
  ù: /(?<=[stl])ù$|^où$/,
  î: /(?<=[oa])î|^î/,
  ï: /(?<=[aoué])ï(?=[bcdfglmnqrstv])/,
  ñ: /(?<=[aeiouáéíóú])ñ(?=[aeiouáéíóú])|^ñ/,
  ô: /ô/,
  õ: /õe/,
  ø: /(?<=^|[bdfghjklmnprstv])ø(?=[bdfghjklmnprstvy]|e?$)/,
  û: /(?<=o)û(?=t)|(?<=br)û|^û/,
  œ: /œu/,
}

const apostrophe = /(?<=^|[^\p{L}]|^[dlmno]|[^\p{L}][dlmno]|mc|d)’(?=\p{Lu})|(?<=\p{L})’(?=s(?!\p{L}))/iu

function isWestern(word: string): boolean {
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
      const place = places[letter]
      if (place === undefined) return false
      return Array.from(small.matchAll(new RegExp(place, "gu"))).some(
        (match) => match.index <= index && index < match.index + match[0].length,
      )
    })
  })
}

/** Words of a text that was read as Windows-1252: those that look Western European, and those that do not. */
export function westernWords(text: string): { readonly fitting: readonly string[]; readonly odd: readonly string[] } {
  const fitting: string[] = []
  const odd: string[] = []
  for (const [run] of text.matchAll(words)) {
    if (!/\P{ASCII}/u.test(run)) continue
    const word = run.slice(0, 100)
    const isSign = !/\p{L}/u.test(word)
    // A euro sign or a dash on its own says nothing; control characters and runs of signs are other encodings.
    if (isSign && /^[€–—‘’“”„…·•«»°§©®™£½¼¾²³¿¡\xa0´`-]{1,2}$/.test(word)) continue
    ;(isWestern(word) ? fitting : odd).push(word)
  }
  return { fitting, odd }
}
