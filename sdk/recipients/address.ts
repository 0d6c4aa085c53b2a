import { parseUrl } from "../contract/core/parse-url.ts"
import { phonePattern } from "../contract/core/text-patterns.ts"
import { splitList } from "./split.ts"

/** A recipient in normalized form: all its spellings are equal. */
export type Address =
  | { readonly channel: "email"; readonly local: string; readonly domain: string; readonly text: string }
  | { readonly channel: "sms"; readonly number: string; readonly text: string }

/** Separates the addresses of a list, as in an e-mail header. */
const separator = /[,;]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they could start another header line
const control = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/
/** Characters that an address has only within quotes. */
const special = /[\s"(),:;<>@[\\\]]/
/** Characters that no domain has; `URL` would read a port, a path or a user name from some of them. */
const notInDomain = /[\s"#%(),/:;<>?@[\\\]^`{|}]/

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
  const parts = readMailbox(bare)
  return parts && { channel: "email", ...parts, text }
}

/** Whether two recipients are the same. */
export const isSame = (one: Address, other: Address): boolean =>
  one.channel === "sms"
    ? other.channel === "sms" && one.number === other.number
    : other.channel === "email" && one.local === other.local && one.domain === other.domain

/** A phone number without the separators between its digits. */
export const plainNumber = (text: string): string => text.replace(/[\s().-]/g, "")

/** The text in angle brackets. A display name that looks like an address is refused: mail readers differ in which one counts. */
function withoutName(text: string): string | undefined {
  if (!text.endsWith(">")) return text
  const open = text.lastIndexOf("<")
  return open < 0 || /[<>@:]/.test(text.slice(0, open)) ? undefined : text.slice(open + 1, -1).trim()
}

/** The parts of an e-mail address before and after the @, normalized. */
export function readMailbox(text: string): { readonly local: string; readonly domain: string } | undefined {
  const at = text.lastIndexOf("@")
  const local = text.startsWith('"') ? unquoted(text.slice(0, at)) : text.slice(0, at)
  const domain = readDomain(text.slice(at + 1))
  if (at < 1 || !local || !domain || (!text.startsWith('"') && special.test(local))) return undefined
  return { local: lowerCase(local), domain }
}

/** Lowercases ASCII letters only: the Kelvin sign would become k, and name another mailbox. */
const lowerCase = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

function unquoted(text: string): string | undefined {
  const inner = text.slice(1, -1)
  const isWhole = text.length > 1 && text.endsWith('"') && !/["\\]/.test(inner.replace(/\\./g, ""))
  return isWhole ? inner.replace(/\\(.)/g, "$1") : undefined
}

function readDomain(text: string): string | undefined {
  const plain = lowerCase(text.replace(/\.$/, ""))
  if (notInDomain.test(plain)) return undefined
  const domain = /^[\x21-\x7e]+$/.test(plain) ? plain : parseUrl(`http://${plain}`)?.hostname
  return domain?.split(".").every((label) => label !== "") ? domain : undefined
}
