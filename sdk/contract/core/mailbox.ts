import { parseUrl } from "./parse-url.ts"

/** Both sides of an e-mail address in the form in which they are compared: all spellings of one mailbox are equal. */
export interface Mailbox {
  /** Before the @: without quotes, ASCII letters in lower case. */
  readonly local: string
  /** After the @: in lower case and ASCII (Punycode), without a dot at its end. */
  readonly domain: string
}

/** Characters that an address has only within quotes. */
const special = /[\s"(),:;<>@[\\\]]/
/** Characters that no domain has; `URL` would read a port, a path or a user name from some of them. */
const notInDomain = /[\s"#%(),/:;<>?@[\\\]^`{|}]/
/** Other than ASCII: letters, marks and digits. Not what looks like an operator, such as the Arabic percent sign. */
const notInWord = /[^\x20-\x7e\p{L}\p{M}\p{N}]/u

/**
 * Reads one bare e-mail address; undefined if it is none, or if readers may differ in which mailbox is meant, as with the
 * fullwidth form of @.
 */
export function parseMailbox(address: string): Mailbox | undefined {
  const at = address.lastIndexOf("@")
  const isQuoted = address.startsWith('"')
  const local = isQuoted ? unquoted(address.slice(0, at)) : address.slice(0, at)
  const domain = asciiDomain(address.slice(at + 1))
  if (at < 1 || !local || !domain || (!isQuoted && special.test(local))) return undefined
  if (notInWord.test(local) || local.normalize("NFKC") !== local) return undefined
  return { local: lowerCase(local), domain }
}

/** The usual spelling, whose key is its lower case. */
const usual = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/

/** The text by which addresses are compared everywhere: equal for all spellings of one mailbox. */
export function mailboxKey(address: string): string {
  if (usual.test(address)) return address.toLowerCase()
  const mailbox = parseMailbox(address.trim())
  return mailbox ? `${mailbox.local}@${mailbox.domain}` : lowerCase(address)
}

/** Lowercases ASCII letters only: the Kelvin sign would become k, and name another mailbox. */
const lowerCase = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

function unquoted(text: string): string | undefined {
  const inner = text.slice(1, -1)
  const isWhole = text.length > 1 && text.endsWith('"') && !/["\\]/.test(inner.replace(/\\./g, ""))
  return isWhole ? inner.replace(/\\(.)/g, "$1") : undefined
}

/** A domain in lower case and ASCII; undefined if it is none. */
export function asciiDomain(text: string): string | undefined {
  const plain = lowerCase(text.replace(/\.$/, ""))
  if (notInDomain.test(plain)) return undefined
  const domain = /^[\x21-\x7e]+$/.test(plain) ? plain : parseUrl(`http://${plain}`)?.hostname
  return domain?.split(".").every((label) => label !== "") ? domain : undefined
}
