/** Sequences that a terminal acts on: CSI, OSC and other strings, with or without their ends, and two-character escapes. */
const sequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?/g
/** Control characters, characters that change the direction of text, and invisible ones. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
const controls = /[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** Text from the network as one line that a terminal only shows: line breaks and tabs become spaces, the rest is dropped. */
export function safeLine(text: string): string {
  return text
    .replace(sequences, "")
    .replace(/\r\n|[\n\r\t]/g, " ")
    .replace(controls, "")
}

/** The same with its line breaks kept. */
export function safeText(text: string): string {
  return text
    .split(/\r\n|\n/)
    .map(safeLine)
    .join("\n")
}

/** Text for a file: only what no text has use for is dropped, line breaks and tabs stay. */
export function plainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
  return text.replace(sequences, "").replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, "")
}

/** JSON text that a terminal only shows: it means the same. */
export function safeJson(json: string): string {
  return json.replace(
    /[\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )
}
