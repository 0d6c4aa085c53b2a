import { isUtf8 } from "node:buffer"

/**
 * A mail's bytes as its parser needs them: without a byte order mark or blank lines before the headers, and with
 * headers in UTF-8.
 */
export function mailBytes(eml: string | Uint8Array): Uint8Array {
  const bytes = inUtf8(Buffer.from(eml))
  // One byte becomes one character, so that bytes of any charset survive.
  const raw = bytes.toString("latin1").replace(/^(?:\xEF\xBB\xBF|\r?\n|[ \t]+\r?\n)+/, "")
  const headersEnd = /\n\r?\n/.exec(raw)?.index ?? raw.length
  const headers = raw.slice(0, headersEnd).replace(/[^\n]+/g, (line) => headerInUtf8(repairWords(line)))
  const body = raw.slice(headersEnd).replace(partHeaders, (part) => repairWords(part).replace(fileNames, headerInUtf8))
  return Buffer.from(headers + body, "latin1")
}

/** A boundary line and the headers of its part. */
const partHeaders = /\n--[^\n]*\n[\s\S]*?(?=\n\r?\n|$)/g

/** Lines of a part's headers that name its file. Other lines may be text after a signature's "-- ". */
const fileNames = /^.*\b(?:file)?name=".*/gim

/** Editors on Windows save text as UTF-16 with a byte order mark. */
function inUtf8(bytes: Buffer): Buffer {
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0)
  if (mark !== 0xfffe && mark !== 0xfeff) return bytes
  return Buffer.from(new TextDecoder(mark === 0xfffe ? "utf-16le" : "utf-16be").decode(bytes))
}

const isPlain = (raw: string): boolean => !/[\x80-\xff]/.test(raw)

/** Raw bytes that are not UTF-8 are Windows-1252 in practice. */
const headerInUtf8 = (line: string): string =>
  isPlain(line) || isUtf8(Buffer.from(line, "latin1")) ? line : utf8Bytes(decode(line, "windows-1252") ?? line)

const utf8Bytes = (text: string): string => Buffer.from(text).toString("latin1")

/** Encoded words must be ASCII (RFC 2047); those with raw bytes are encoded again. */
const repairWords = (headers: string): string =>
  headers.replace(/=\?([^?\s]+)\?q\?([^?\r\n]*)\?=/gi, (word: string, charset: string, content: string) => {
    if (isPlain(content)) return word
    const bytes = content
      .replaceAll("_", " ")
      .replace(/=([\dA-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    // Programs write UTF-8 here, whatever the charset says.
    const text = isUtf8(Buffer.from(bytes, "latin1"))
      ? decode(bytes, "utf-8")
      : decode(bytes, charset.split("*")[0] ?? "")
    return text === undefined ? word : `=?utf-8?Q?${Buffer.from(text).toString("hex").replace(/../g, "=$&")}?=`
  })

function decode(raw: string, charset: string): string | undefined {
  try {
    return new TextDecoder(charset).decode(Buffer.from(raw, "latin1"))
  } catch {
    return undefined
  }
}
