/** A code for the reader to type, such as a sign-in code. */
export interface MailCode {
  /** Without the spaces that make it easier to read. */
  readonly code: string
  /** The line that it is in; for one on a line of its own, the line before. */
  readonly context: string
}

/** The forms of a code: four to eight digits or letters in all. */
const forms = [
  String.raw`\d{3}[ -]\d{3}`,
  String.raw`\d{4}[ -]\d{4}`,
  String.raw`(?<!\d[ -])\d\d(?:[ -]\d\d){2,3}(?![ -]\d)`,
  // Each character in an element of its own.
  String.raw`[A-Z\d](?: [A-Z\d]){3,7}(?! [A-Z\d]\b)`,
  String.raw`[A-Z\d]{3,4}-[A-Z\d]{3,4}`,
  // With the sender's initial, such as G-482913.
  String.raw`[A-Z]{1,2}-\d{4,8}`,
  String.raw`(?=[a-z\d]{0,7}\d)(?=[a-z\d]{0,7}[a-z])[a-z\d]{4,8}`,
  String.raw`[A-Z\d]{4,8}`,
]
const candidate = new RegExp(
  String.raw`(?<![\p{L}\p{N}#$€£+@/=&?%_.,-]|\b[A-Z\d] )(?:${forms.join("|")})(?![\p{L}\p{N}%€$£@_/=-]|[.,:]\d)`,
  "gu",
)

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

/**
 * The codes of a text, the most likely first: those directly after a word for one, or on a line of their own. Looks at
 * each line a fixed number of times: a mail is read while every world waits.
 */
export function codesIn(text: string): MailCode[] {
  const lines = joinPieces(
    text
      .replace(/\p{Cf}/gu, "")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  )
  const matches = lines.flatMap((line, index) => codesOfLine(line, lines[index - 1] ?? "", lines[index + 1] ?? ""))
  const ordered = matches.sort((one, other) => Number(other.isPlain) - Number(one.isPlain))
  const codes = new Map<string, MailCode>()
  for (const { code, context } of ordered) if (!codes.has(code)) codes.set(code, { code, context })
  return [...codes.values()]
}

/** Joins lines that are pieces of one code: single characters, or groups of two or three digits. */
function joinPieces(lines: readonly string[]): string[] {
  const joined: string[] = []
  for (let index = 0; index < lines.length; ) {
    const [piece = ""] = /^(?:[A-Z\d]|\d{2,3})$/.exec(lines[index] ?? "") ?? []
    let end = index + 1
    while (piece !== "" && lines[end]?.length === piece.length && /^[A-Z\d]+$/.test(lines[end] ?? "")) end++
    joined.push(lines.slice(index, end).join(" "))
    index = end
  }
  return joined
}

function codesOfLine(line: string, before: string, after: string): Found[] {
  const isAboutLine = about.test(line)
  return Array.from(line.matchAll(candidate)).flatMap((match) => {
    const [written] = match
    const lead = line.slice(Math.max(0, match.index - 40), match.index)
    const isAlone = written.length === line.length
    const isPlain = isAlone || direct.test(lead)
    if (!(isAlone ? about.test(before) || about.test(after) : isAboutLine) || other.test(lead)) return []
    // A year, or a word in capital letters, is a code only in such a place.
    if (!isPlain && /^(?:(?:19|20)\d\d|[A-Z -]+)$/.test(written)) return []
    const context = isAlone && before !== "" ? before : line
    return [{ code: written.replaceAll(" ", ""), context: context.slice(0, maxContext), isPlain }]
  })
}
