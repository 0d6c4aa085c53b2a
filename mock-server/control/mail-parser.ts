// Named exports only: where an ES module imports a CommonJS file, Node makes the object of all exports its default export.
import { type Email, default as PostalMime } from "postal-mime"
import { mailBytes } from "./mail-bytes.ts"

export { type Attachment, addressParser, decodeWords, type Email } from "postal-mime"

/** What the parser knows of a part. */
interface MailPart {
  readonly parentNode?: MailPart
  readonly childNodes: readonly MailPart[]
  readonly contentType: Header & { readonly multipart: string | false }
  readonly contentDisposition: Header
}

interface Header {
  readonly parsed: { readonly value: string; readonly params: Readonly<Record<string, string>> }
}

/** The parser pastes each text into the mail's text, unless it is marked as an attachment. Programs also send files as text with a name. */
class MailParser extends PostalMime {
  /** Overrides a method that the parser's types omit. */
  isInlineTextNode({ contentType, contentDisposition, parentNode }: MailPart): boolean {
    if (contentDisposition.parsed.value === "attachment" || !/^text\/(?:plain|html)$/.test(contentType.parsed.value))
      return false
    const parent = parentNode?.contentType.multipart
    if (parent === "alternative") return true
    if (contentDisposition.parsed.params.filename) return false
    // The mail's own text may have a name: alone, or before its pictures.
    const isMainText =
      parentNode === undefined || (parent === "related" && parentNode.childNodes[0]?.contentType === contentType)
    return isMainText || !contentType.parsed.params.name
  }
}

/** An embedded mail becomes an attachment, as in mail programs. */
export const parseMail = (eml: string | Uint8Array): Promise<Email> =>
  new MailParser({ forceRfc822Attachments: true }).parse(mailBytes(eml))
