import { parseMailbox } from "../../contract/core/mailbox.ts"
import { isEmail, phonePattern } from "../../contract/core/text-patterns.ts"
import { unescaped } from "./detours.ts"
import { splitList } from "./split.ts"

/** A recipient in normalized form: all its spellings are equal. */
export type Address =
  | { readonly channel: "email"; readonly local: string; readonly domain: string; readonly text: string }
  | { readonly channel: "sms"; readonly number: string; readonly text: string }

/** Separates the addresses of a list, as in an e-mail header. */
const separator = /[,;]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they could start another header line
const control = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/

/** Reads the recipients in a text such as `Ana <ana@example.test>, +4915112345678`; undefined if one is ambiguous or invalid. */
export function readAddresses(text: string): Address[] | undefined {
  if (control.test(text)) return undefined
  const read = splitList(text, separator)?.map(readAddress)
  return read?.every((one) => one !== undefined) ? read : undefined
}

function readAddress(text: string): Address | undefined {
  const bare = withoutName(text)
  if (bare === undefined) return undefined
  if (/^\+[\d\s().-]+$/.test(bare)) {
    const number = plainNumber(bare)
    return phonePattern.test(number) ? { channel: "sms", number, text } : undefined
  }
  // Other spellings, such as quotes or a dot at the end, are none at the service.
  const parts = isEmail(bare) ? parseMailbox(bare) : undefined
  return parts && { channel: "email", ...parts, text }
}

/** Whether two recipients are the same. */
export const isSame = (one: Address, other: Address): boolean =>
  one.channel === "sms"
    ? other.channel === "sms" && one.number === other.number
    : other.channel === "email" && one.local === other.local && one.domain === other.domain

/** A phone number without the separators between its digits. */
export const plainNumber = (text: string): string => text.replace(/[\s().-]/g, "")

/**
 * The text in angle brackets. A display name that looks like an address, also after decoding (`=?utf-8?q?a=40b?=`, `＠`), is
 * refused: mail readers differ in which one counts.
 */
function withoutName(text: string): string | undefined {
  if (!text.endsWith(">")) return text
  const open = text.lastIndexOf("<")
  return open < 0 || /[<>@:]|=\?/.test(unescaped(text.slice(0, open))) ? undefined : text.slice(open + 1, -1).trim()
}
