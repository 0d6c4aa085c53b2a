import { isAscii, isUtf8 } from "node:buffer"

/** The text encoding of a file. */
export type ContactsEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "windows-1250"

export const contactsEncodings: readonly ContactsEncoding[] = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "windows-1250",
]

/** The encoding that the first bytes show: by a byte order mark, or because every second byte is zero. */
function markedEncoding(bytes: Uint8Array): ContactsEncoding | undefined {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8"
  if (first === 0xff && second === 0xfe) return "utf-16le"
  if (first === 0xfe && second === 0xff) return "utf-16be"
  const zeros = [0, 0]
  for (let at = 0; at < Math.min(bytes.length, 1_000); at++)
    if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (even === 0 && odd === 0) return undefined
  // In little endian the zero follows an ASCII letter.
  return odd > even ? "utf-16le" : "utf-16be"
}

/** Allows for a cut: up to three bytes at the end may belong to an incomplete character. */
const isUtf8SoFar = (bytes: Uint8Array) => [0, 1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, bytes.length - cut)))

// Letters in names of countries that use Windows-1250. Windows-1252 would show a sign there, or a letter that is unlikely beside
// its neighbours. `š` and `ž` are the same in both, and rare in western names.
const central = /[ąłżśźľťĄŁŻŚŹ]|[šžŠŽ]|[ńć](?![aeiouy])|[řčŘČ](?=[aeiouyáéíóúýěů])|[ůě](?=\p{L})|[őű](?!e)|đ(?=\p{L})/gu
const western = /[åøæÅØÆ](?=[b-df-hj-np-tv-z])|õe|ã[oe]|ñ(?=[aeiou])|[èê](?=[b-df-hj-np-tv-z])|[ìòù](?!\p{L})|à|ð|þ/gu

/** Windows-1250 (Central European) or Windows-1252 (Western European): only the letters tell them apart. */
function codePageOf(bytes: Uint8Array): ContactsEncoding {
  const count = (encoding: ContactsEncoding, letters: RegExp) =>
    textDecoder(encoding).decode(bytes).match(letters)?.length ?? 0
  return count("windows-1250", central) > count("windows-1252", western) ? "windows-1250" : "windows-1252"
}

/** Detects the encoding from the beginning of a file. Pure ASCII counts as UTF-8. */
export function encodingOf(beginning: Uint8Array): ContactsEncoding {
  return markedEncoding(beginning) ?? (isUtf8SoFar(beginning) ? "utf-8" : codePageOf(beginning))
}

interface Decoder {
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}

function textDecoder(encoding: ContactsEncoding): Decoder {
  const decoder = new TextDecoder(encoding)
  if (encoding !== "windows-1252") return decoder
  return { decode: (bytes, options) => withoutControls(decoder.decode(bytes, options)) }
}

// Several Node versions decode Windows-1252 as Latin-1: these 32 bytes then become control characters.
const upper1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ"

function withoutControls(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (control) => upper1252[control.charCodeAt(0) - 0x80] ?? control)
}

/**
 * The chunks of a file as UTF-8, without a byte order mark. Without a given encoding, the first chunk with a non-ASCII byte
 * decides: in a long file the first accent may come late.
 */
export async function* asUtf8(chunks: AsyncIterable<Uint8Array>, given?: ContactsEncoding): AsyncGenerator<Buffer> {
  let encoding = given
  let decoder: Decoder | undefined
  let isFirst = true
  for await (const chunk of chunks) {
    if (encoding === undefined && !isAscii(chunk)) encoding = encodingOf(chunk)
    if (encoding !== undefined && encoding !== "utf-8") decoder ??= textDecoder(encoding)
    const hasMark = isFirst && chunk[0] === 0xef && markedEncoding(chunk) === "utf-8"
    isFirst = false
    if (decoder) yield Buffer.from(decoder.decode(chunk, { stream: true }))
    else yield asBuffer(hasMark ? chunk.subarray(3) : chunk)
  }
  if (decoder) yield Buffer.from(decoder.decode())
}

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
