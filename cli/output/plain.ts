type Env = Readonly<Record<string, string | undefined>>

/** The ASCII sign that stands for each of some others: one character for one, so that widths stay the same. */
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

/** True where a terminal gets nothing but ASCII and no escape: `TERM=dumb`, `NO_COLOR`, a locale without Unicode. */
export function isPlain(env: Env, asked?: boolean): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no } = env
  const isForced = asked === true || (force !== undefined && !/^(|0|false)$/.test(force))
  return isAsciiOnly(env) || (no !== undefined && no !== "" && !isForced)
}

/** The same where not even what records hold can be shown as it is. */
export function isAsciiOnly({ TERM, LC_ALL, LC_CTYPE, LANG }: Env): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG || ""
  const charset = /\.([^@]+)/.exec(locale)?.[1]
  return TERM === "dumb" || /^(C|POSIX)$/.test(locale) || (charset !== undefined && !/^utf-?8$/i.test(charset))
}

export const withoutSigns = (text: string): string => text.replaceAll(signs, (sign) => asciiSigns.get(sign) ?? sign)

/** Text in ASCII alone: signs by what looks like them, everything else by its number. */
export function asciiText(text: string): string {
  return withoutSigns(text).replaceAll(/[^\0-\x7f]/g, escapeOf)
}

/** JSON text in ASCII alone: it means the same. */
export const asciiJson = (json: string): string => json.replaceAll(/[^\0-\x7f]/g, escapeOf)

const escapeOf = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
