/** Terminal control sequences: CSI, OSC and other strings, terminated or not, and two-character escapes. */
const sequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
const controls = /[\x00-\x1f\x7f-\x9f]/g
/** Characters that change the direction of text, and invisible ones. Joiners, and soft hyphens, belong to words. */
const invisible =
  /[\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu

/** Text from the network as one harmless line: line breaks and tabs become spaces, other controls are dropped. */
export function safeLine(text: string): string {
  return text
    .replace(sequences, "")
    .replace(/\r\n|[\n\r\t]/g, " ")
    .replace(controls, "")
    .replace(invisible, "")
}

/** The same, but keeps line breaks. */
export function safeText(text: string): string {
  return text
    .split(/\r\n|\n/)
    .map(safeLine)
    .join("\n")
}

/** Text for a file: drops control characters except line breaks and tabs. */
export function plainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
  return text.replace(sequences, "").replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, "")
}

/** Equivalent JSON without terminal control characters and invisible ones. */
export function safeJson(json: string): string {
  return json.replace(/[\x7f-\x9f]/g, escaped).replace(invisible, escaped)
}

const escaped = (text: string) =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")

/** Joiners between letters of scripts that need them, or in emoji, belong to the word. */
const needsJoiner = /^(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\p{L}\p{M}\p{Extended_Pictographic}]$/u

/** Text in which each character that nobody sees, or that changes the direction, is shown as `<U+200B>`. */
export function showInvisible(text: string): string {
  return text
    .replace(/[\u200c\u200d]/g, (joiner, at: number) => {
      const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? ""
      const after = [...text.slice(at + 1, at + 3)][0] ?? ""
      return needsJoiner.test(before) && needsJoiner.test(after) ? joiner : codePoint(joiner)
    })
    .replace(invisible, codePoint)
    .replace(controls, (control) => (/[\n\r\t]/.test(control) ? control : codePoint(control)))
}

const codePoint = (character: string) =>
  `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`
