/** A code for the reader to type, such as a sign-in code. */
export interface MailCode {
  /** Without the spaces that make it easier to read. */
  readonly code: string
  /** The line that it is in; for one on a line of its own, the line before. */
  readonly context: string
}

/** Four to eight digits or letters, with at most one space or dash in the middle. */
const candidate =
  /(?<![\p{L}\p{N}#$€£+@/=&?%_.,-])(?:\d{3}[ -]\d{3}|\d{4}[ -]\d{4}|[A-Z\d]{3,4}-[A-Z\d]{3,4}|(?=[a-z\d]{0,7}\d)(?=[a-z\d]{0,7}[a-z])[a-z\d]{4,8}|[A-Z\d]{4,8})(?![\p{L}\p{N}%€$£@_/=-]|[.,:]\d)/gu

/** Words near a code, in common languages. */
const about =
  /code|c[oó]dig|codice|koodi|\bkod\b|\bpin\b|\botp\b|\btan\b|passwor[dt]|kennwort|verif|confirm|bestätig|(?:sign|log)[ -]?(?:in|on)|anmeld|einlog|connexion|認証|验证码|код/iu

/** Words directly before a number that is not a code. */
const other =
  /(?:order|invoice|number|ticket|account|reference|ref|nr|no|id|bestell\w{0,12}|rechnung\w{0,12}|commande|factura)[\s.:#]{0,3}$/iu

const direct = /(?:code|pin|otp|tan|passwor[dt]|passcode|kennwort|c[oó]digo|codice)(?: is| ist| est| es|)[\s:=]{0,3}$/iu

const maxContext = 160

interface Found extends MailCode {
  /** True directly after a word for a code, or on a line of its own. */
  readonly isPlain: boolean
}

/** The codes of a text, the most likely first: those directly after a word for one, or on a line of their own. */
export function codesIn(text: string): MailCode[] {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
  const found = lines.flatMap((line, index) => codesOfLine(line, lines[index - 1] ?? "", lines[index + 1] ?? ""))
  const ordered = found.sort((one, other) => Number(other.isPlain) - Number(one.isPlain))
  const codes = new Map<string, MailCode>()
  for (const { code, context } of ordered) if (!codes.has(code)) codes.set(code, { code, context })
  return [...codes.values()]
}

function codesOfLine(line: string, before: string, after: string): Found[] {
  return Array.from(line.matchAll(candidate)).flatMap((match) => {
    const [written] = match
    const lead = line.slice(Math.max(0, match.index - 40), match.index)
    const isAlone = written.length === line.length
    const isAfterWord = direct.test(lead)
    const isPlain = isAlone || isAfterWord
    if (!about.test(isAlone ? `${before}\n${after}` : line) || other.test(lead)) return []
    // A year, or a word in capital letters, is a code only in such a place.
    if (!isPlain && /^(?:(?:19|20)\d\d|[A-Z-]+)$/.test(written)) return []
    const context = isAlone && before !== "" ? before : line
    return [{ code: written.replace(" ", ""), context: context.slice(0, maxContext), isPlain }]
  })
}
