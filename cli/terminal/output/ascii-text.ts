type Env = Readonly<Record<string, string | undefined>>

/** ASCII replacements of the same width for other signs. */
const standIns: Readonly<Record<string, string>> = {
  "+": "✔╭╮├┤╰╯",
  x: "✘",
  o: "○",
  "*": "●•",
  "~": "◐…",
  ">": "→❯",
  "-": "─·",
  "|": "│",
  "#": "█▉▊▋▌",
  ".": "▍▎▏░",
}
const asciiSigns = new Map(
  Object.entries(standIns).flatMap(([ascii, signs]) => [...signs].map((sign) => [sign, ascii])),
)
const signs = new RegExp(`[${Object.values(standIns).join("")}]`, "g")

/** True when a terminal gets only ASCII and no escape sequences: `TERM=dumb`, `NO_COLOR`, a locale without Unicode. */
export function isPlain(env: Env, choice?: boolean): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no } = env
  const isForced = choice === true || (force !== undefined && !/^(|0|false)$/.test(force))
  return isAsciiOnly(env) || (no !== undefined && no !== "" && !isForced)
}

/** True when even records' text must be ASCII. */
export function isAsciiOnly({ TERM, LC_ALL, LC_CTYPE, LANG }: Env): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG || ""
  const charset = /\.([^@]+)/.exec(locale)?.[1]
  return TERM === "dumb" || /^(C|POSIX)$/.test(locale) || (charset !== undefined && !/^utf-?8$/i.test(charset))
}

export const withoutSigns = (text: string): string => text.replaceAll(signs, (sign) => asciiSigns.get(sign) ?? sign)

/** Converts text to ASCII: similar signs if there are, code points otherwise. */
export function asciiText(text: string): string {
  return withoutSigns(text).replaceAll(/[^\0-\x7f]/g, escapeOf)
}

/** Equivalent JSON in ASCII. */
export const asciiJson = (json: string): string => json.replaceAll(/[^\0-\x7f]/g, escapeOf)

const escapeOf = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
