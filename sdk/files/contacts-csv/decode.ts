import { isAscii, isUtf8 } from "node:buffer"
import { InvalidArgumentError } from "../../client/errors.ts"
import { westernWords } from "./western.ts"

/** A label of the Encoding Standard, as `TextDecoder` takes it: `utf-8`, `windows-1251`, `shift_jis`, `latin1`. */
export type ContactsEncoding = string

/** The encoding that the first bytes show: by a byte order mark, or because many second bytes are zero. */
function markedEncoding(bytes: Uint8Array): ContactsEncoding | undefined {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8"
  if (first === 0xff && second === 0xfe) return "utf-16le"
  if (first === 0xfe && second === 0xff) return "utf-16be"
  const zeros = [0, 0]
  const length = Math.min(bytes.length, 1_000)
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // Addresses and delimiters are ASCII, so that in UTF-16 at least one letter in ten has a zero; a stray zero is none of them.
  if (Math.max(even, odd) < length / 20) return undefined
  // In little endian the zero follows an ASCII letter.
  return odd > even ? "utf-16le" : "utf-16be"
}

/** The size of the blocks in which a file is decoded, whatever the size of its chunks. */
export const blockBytes = 256 * 1024

/** Allows for a cut: up to three bytes at the end of a full block may belong to an incomplete character. */
const isUtf8SoFar = (bytes: Uint8Array) =>
  (bytes.length < blockBytes ? [0] : [0, 1, 2, 3]).some((cut) => isUtf8(bytes.subarray(0, bytes.length - cut)))

/** A few bytes of another encoding in a UTF-8 file cost their rows. By chance, text of other encodings has few whole sequences. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder("utf-8").decode(bytes)
  const broken = text.match(/\ufffd/g)?.length ?? 0
  const nonAscii = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0
  return nonAscii >= broken * 3
}

/** Two accents side by side in another encoding can be a letter in UTF-8: of Hebrew to N'Ko, in the middle of a Latin name. */
function isUtf8ByChance(bytes: Uint8Array): boolean {
  const text = new TextDecoder("utf-8").decode(bytes)
  const byChance = text.match(/(?<=[A-Za-z])[\u0590-\u07ff]|[\u0590-\u07ff](?=[A-Za-z])/g)?.length ?? 0
  return byChance > 0 && (text.match(/\P{ASCII}+/gu)?.length ?? 0) <= byChance
}

/** Encodings that write other letters in ASCII: ISO-2022 with escapes, HZ with `~{…~}`. */
const isEscaped = (block: Buffer) =>
  block.includes(0x1b) || /~\{(?:[!-w][!-~]){1,200}~\}/.test(block.toString("latin1"))

/** An encoding, and the words that it was guessed from; without words it is certain. */
export interface FoundEncoding {
  readonly encoding: ContactsEncoding
  readonly guessedFrom?: readonly string[]
}

/**
 * Finds the encoding from the first bytes that are not ASCII. Only Windows-1252 is guessed.
 * @throws InvalidArgumentError when it can be another one.
 */
export function findEncoding(bytes: Uint8Array): FoundEncoding {
  const marked = markedEncoding(bytes)
  if (marked !== undefined) return { encoding: marked }
  if (isUtf8SoFar(bytes) || isMostlyUtf8(bytes)) {
    if (isUtf8ByChance(bytes)) throw unknownEncoding(bytes)
    return { encoding: "utf-8" }
  }
  return { encoding: "windows-1252", guessedFrom: checkWestern(bytes) }
}

/** The words that show Windows-1252. One odd word in fifty may be a typing error. */
function checkWestern(bytes: Uint8Array): readonly string[] {
  const { fitting, odd, doubtful } = westernWords(textDecoder("windows-1252").decode(bytes))
  if ((odd.length + doubtful.length / 10) * 50 > fitting.length) throw unknownEncoding(bytes)
  return [...new Set(fitting)].slice(0, 2)
}

const proposals = ["windows-1250", "windows-1251", "windows-1252", "windows-1254", "shift_jis", "gbk", "big5", "euc-kr"]

function unknownEncoding(bytes: Uint8Array): InvalidArgumentError {
  const start = bytes.findIndex((byte) => byte > 0x7f)
  const lineStart = start < 0 ? bytes.length : bytes.lastIndexOf(0x0a, start) + 1
  const readings = proposals.flatMap((label) => {
    const text = textDecoder(label).decode(bytes.subarray(lineStart, start + 400))
    const word = text.match(/[\p{L}\p{M}\P{ASCII}]+/gu)?.find((run) => /\P{ASCII}/u.test(run))
    return word === undefined || !/^[\p{L}\p{M}]+$/u.test(word) ? [] : [`${word.slice(0, 20)} in ${label}`]
  })
  const examples = readings.length === 0 ? "" : `. Its first name could be ${readings.join(", ")}`
  return new InvalidArgumentError(
    "encoding",
    `of the file is not certain: it is neither UTF-8 nor plainly Western European. Name it, such as --encoding windows-1251 or { encoding: "windows-1251" }, or export the contacts as CSV UTF-8${examples}`,
  )
}

interface Decoder {
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}

/** The name of an encoding, by any of its labels; undefined when there is none. */
export function encodingName(label: string): ContactsEncoding | undefined {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

function textDecoder(encoding: ContactsEncoding): Decoder {
  const decoder = new TextDecoder(encoding)
  if (decoder.encoding !== "windows-1252") return decoder
  return { decode: (bytes, options) => withoutControls(decoder.decode(bytes, options)) }
}

// Several Node versions decode Windows-1252 as Latin-1: these 32 bytes then become control characters.
const upper1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ"

function withoutControls(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (control) => upper1252[control.charCodeAt(0) - 0x80] ?? control)
}

/** The bytes of a file as UTF-8, and what was found about its encoding so far. */
export interface Utf8Text {
  readonly chunks: AsyncGenerator<Buffer>
  found(): FoundEncoding
}

/**
 * Turns blocks of a file into UTF-8, without a byte order mark. The first block with a non-ASCII byte decides: in a long file
 * the first accent may come late. A guess is checked in each block. In an export of this package, zeros and escapes are text.
 */
export function asUtf8(
  blocks: AsyncIterable<Uint8Array>,
  { encoding, isOwn }: { readonly encoding?: ContactsEncoding | undefined; readonly isOwn: boolean },
): Utf8Text {
  let detected: FoundEncoding | undefined = encoding === undefined ? undefined : { encoding }
  async function* decoded(): AsyncGenerator<Buffer> {
    let decoder: Decoder | undefined
    let isFirst = true
    for await (const block of blocks) {
      if (detected === undefined) {
        if (!isOwn && isAscii(block) && isEscaped(asBuffer(block))) throw unknownEncoding(block)
        if (!isAscii(block)) detected = findEncoding(isOwn ? block.filter((byte) => byte !== 0) : block)
      } else if (detected.guessedFrom && !isAscii(block)) {
        if (isUtf8SoFar(block)) throw unknownEncoding(block)
        checkWestern(block)
      }
      if (detected !== undefined && detected.encoding !== "utf-8") decoder ??= textDecoder(detected.encoding)
      const hasMark = isFirst && block[0] === 0xef && markedEncoding(block) === "utf-8"
      isFirst = false
      if (decoder) yield Buffer.from(decoder.decode(block, { stream: true }))
      else yield asBuffer(hasMark ? block.subarray(3) : block)
    }
    if (decoder) yield Buffer.from(decoder.decode())
  }
  return { chunks: decoded(), found: () => detected ?? { encoding: "utf-8" } }
}

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
