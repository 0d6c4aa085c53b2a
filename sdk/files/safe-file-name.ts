import { type CleanText, cleanFor, invisible } from "../contract/core/clean-text.ts"
import { trimEndOf } from "../contract/core/trim-end.ts"

/** Windows device names: a file of that name is the device, whatever its extension. */
const device = /^(con|prn|aux|nul|com[\d\u00b9\u00b2\u00b3]|lpt[\d\u00b9\u00b2\u00b3])(?=\s*(\.|$))/i
/** Separators, what Windows gives another meaning, controls, half characters, and what hides or turns the text around it. */
const unsafe = /[<>:"|?*/\\\p{Cc}\p{Cs}\u{2028}\u{2029}]/gu
const formats = /\p{Cf}/gu
/** Characters that join letters and emoji. */
const joiners = /[\u200c\u200d]/

/** Names have at most 255 bytes on most disks; this leaves room for a temporary name. */
const longestBytes = 200

/**
 * A stranger's file name as one that every system stores, shows and finds: not hidden, not an option of a command, not a device.
 * `number`, from 2, is for a name that is taken: `scan (2).pdf`.
 */
export function safeFileName(name: string, number: number | string = 1): CleanText<"file name"> {
  const cleaned = name
    .normalize("NFC")
    .replace(formats, (sign) => (joiners.test(sign) ? sign : ""))
    .replace(invisible, "")
    .replace(unsafe, "_")
  const plain = trimEndOf(cleaned.trimStart(), ". ").replace(/^[.-]/, "_$&").replace(device, "_$1")
  if (plain === "") return withNumber("download", "", number)
  const [extension = ""] = /\.[^.\s]{1,16}$/.exec(plain.slice(1)) ?? []
  return withNumber(plain.slice(0, plain.length - extension.length), extension, number)
}

function withNumber(stem: string, extension: string, number: number | string): CleanText<"file name"> {
  const end = `${number === 1 ? "" : ` (${number})`}${extension}`
  return cleanFor("file name", `${beginningOf(stem, longestBytes - bytesOf(end))}${end}`)
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** As many whole characters as fit into the bytes. */
function beginningOf(text: string, bytes: number): string {
  if (bytesOf(text) <= bytes) return text
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes))
  return trimEndOf(text.slice(0, read), ". ")
}
