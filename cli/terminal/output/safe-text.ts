import { type CleanText, cleanFor, escaped, invisible } from "../../../sdk/contract/core/clean-text.ts"

/** Text that may be written on stdout and stderr. */
export type TerminalText = CleanText<"terminal">

const clean = (text: string) => cleanFor("terminal", text)

/** Terminal control sequences: CSI, OSC and other strings, terminated or not, and two-character escapes. */
const sequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
const controls = /[\x00-\x1f\x7f-\x9f]/g

/** Text from the network as one harmless line: line breaks and tabs become spaces, other controls are dropped. */
export function safeLine(text: string): TerminalText {
  return clean(
    text
      .replace(sequences, "")
      .replace(/\r\n|[\n\r\t]/g, " ")
      .replace(controls, "")
      .replace(invisible, ""),
  )
}

/** The same, but keeps line breaks. */
export function safeText(text: string): TerminalText {
  return clean(
    text
      .split(/\r\n|\n/)
      .map(safeLine)
      .join("\n"),
  )
}

/** Text for a file: drops control characters except line breaks and tabs. */
export function plainText(text: string): TerminalText {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
  return clean(text.replace(sequences, "").replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, ""))
}

/** Equivalent JSON without terminal control characters and invisible ones. */
export function safeJson(json: string): TerminalText {
  return clean(json.replace(/[\x7f-\x9f]/g, escaped).replace(invisible, escaped))
}

/** The styles of `paint`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the colours
const styles = /(\x1b\[(?:1|2|22|3[12346]|39)m)/
/** What a library for questions draws with: styles, cursor movements, erasing, showing and hiding the cursor. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is how a terminal is told
const drawing = /(\x1b\[(?:[\d;]*[A-KSTm]|\?25[hl])|\r\n)/

/** What this program drew: foreign text in it was made a line by `screen.safe`, which alone takes colours away. */
export const drawnText = (text: string): TerminalText => without(text, styles)

/** What a library for questions drew. */
export const questionText = (text: string): TerminalText => without(text, drawing)

/** Drops sequences, controls but line breaks and tabs, and invisible characters, except for the `kept` sequences. */
function without(text: string, allowed: RegExp): TerminalText {
  return clean(
    text
      .split(allowed)
      .map((part, at) => (at % 2 === 1 ? part : plainText(part).replace(/\r/g, "").replace(invisible, "")))
      .join(""),
  )
}

/** Cursor movements of the program's own. */
export const cursor = {
  clearLine: clean("\r\u001b[2K"),
  clearBelow: clean("\u001b[J"),
  toLineStart: clean("\r"),
  hide: clean("\u001b[?25l"),
  show: clean("\u001b[?25h"),
}

/** Clean texts in a row. */
export const joined = (...parts: readonly TerminalText[]): TerminalText => clean(parts.join(""))

/** Joiners between letters of scripts that need them, or in emoji, belong to the word. */
const needsJoiner = /^(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\p{L}\p{M}\p{Extended_Pictographic}]$/u

/** Text in which each character that nobody sees, or that changes the direction, is shown as `<U+200B>`. */
export function showInvisible(text: string): CleanText<"model"> {
  const visible = text
    .replace(/[\u200c\u200d]/g, (joiner, at: number) => {
      const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? ""
      const after = [...text.slice(at + 1, at + 3)][0] ?? ""
      return needsJoiner.test(before) && needsJoiner.test(after) ? joiner : codePoint(joiner)
    })
    .replace(invisible, codePoint)
    .replace(controls, (control) => (/[\n\r\t]/.test(control) ? control : codePoint(control)))
  return cleanFor("model", visible)
}

const codePoint = (character: string) =>
  `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`
