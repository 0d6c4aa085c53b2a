import { invalid } from "../base/mock-error.ts"
import type { InboundFile } from "../base/models.gen.ts"
import type { InboundMail } from "../resources/conversations/inbox.ts"
import { type Attachment, addressParser, decodeWords, type Email, parseMail } from "./mail-parser.ts"

/** A parsed mail and the addresses that it may have been delivered to, envelope addresses first. */
export interface ReadMail {
  readonly mail: Omit<InboundMail, "to">
  readonly recipients: readonly string[]
}

/** Headers that name the recipients: of this delivery, then of the mail. */
const recipientHeaders = [
  ...["delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "x-delivered-to", "x-forwarded-to", "x-rcpt-to"],
  ...[
    "x-resolved-to",
    "x-gm-original-to",
    "received",
    "resent-to",
    "resent-cc",
    "resent-bcc",
    "to",
    "cc",
    "bcc",
    "apparently-to",
  ],
]

/** Reads a mail in the format of a mailbox (RFC 5322, MIME). 422 if it is not a mail. */
export async function readEml(eml: string | Uint8Array): Promise<ReadMail> {
  const email = await parse(eml)
  const isMail = email.headers.some(({ key, value }) => /^(from|to|subject|date|received)$/.test(key) && value !== "")
  if (!isMail) throw invalid({ eml: ["is not a mail: it has no header line such as From, To, Subject or Date"] })
  return {
    mail: {
      from: inWindows1252(decodeWords(headerOf(email, "from") ?? headerOf(email, "return-path") ?? "")),
      subject: inWindows1252(email.subject ?? ""),
      text: inWindows1252(email.text ?? ""),
      html: inWindows1252(email.html ?? ""),
      references: messageIds(email),
      auto_submitted: isAutomatic(email),
      attachments: email.attachments.map(fileOf),
    },
    recipients: recipientsOf(email),
  }
}

async function parse(eml: string | Uint8Array): Promise<Email> {
  try {
    return await parseMail(eml)
  } catch (error) {
    throw invalid({ eml: [`cannot be read: ${error instanceof Error ? error.message : error}`] })
  }
}

// Some releases of Node decode windows-1252 as ISO 8859-1: quotes, dashes and the euro sign become control characters.
const isMisdecoded = new TextDecoder("windows-1252").decode(Uint8Array.of(0x80)) !== "€"
const from0x80 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ"

/** Restores the characters that such a release decodes as control characters. */
const inWindows1252 = (text: string): string =>
  isMisdecoded ? text.replace(/[\x80-\x9f]/g, (char) => from0x80[char.charCodeAt(0) - 0x80] ?? char) : text

const headerOf = ({ headers }: Email, name: string): string | undefined =>
  headers.find(({ key, value }) => key === name && value !== "")?.value

function recipientsOf({ headers }: Email): string[] {
  const addresses = recipientHeaders.flatMap((name) =>
    headers
      .filter(({ key }) => key === name)
      .flatMap(({ value }) => (name === "received" ? receivedFor(value) : addressesIn(value))),
  )
  return [...new Set(addresses)].filter((address) => address !== "")
}

const addressesIn = (value: string): string[] =>
  addressParser(value, { flatten: true }).map(({ address }) => address ?? "")

/** `from mx.example.test by mail.acme.test for <inbox@acme.test>; …` */
const receivedFor = (value: string): string[] => /\sfor\s+<?([^\s<>;@]+@[^\s<>;@]+)/i.exec(value)?.slice(1) ?? []

/** The message ids that it replies to, nearest first. */
function messageIds({ inReplyTo = "", references = "" }: Email): string[] {
  const ids = (text: string) => text.match(/<[^<>\s]+>/g) ?? []
  return [...ids(inReplyTo), ...ids(references).reverse()]
}

/** Headers of mail that no person wrote: RFC 3834, older conventions, and reports of mail servers. */
function isAutomatic(email: Email): boolean {
  const submitted = headerOf(email, "auto-submitted")
  if (submitted !== undefined) return !/^no\b/i.test(submitted)
  return (
    headerOf(email, "x-autoreply") !== undefined ||
    headerOf(email, "x-autorespond") !== undefined ||
    /^auto_reply$/i.test(headerOf(email, "precedence") ?? "") ||
    /^multipart\/report\b/i.test(headerOf(email, "content-type") ?? "") ||
    /^<\s*>$/.test(headerOf(email, "return-path") ?? "")
  )
}

const fileOf = ({ filename, mimeType, content }: Attachment): InboundFile => ({
  filename: inWindows1252(filename ?? ""),
  content_type: mimeType,
  content_base64: (typeof content === "string" ? Buffer.from(content) : Buffer.from(new Uint8Array(content))).toString(
    "base64",
  ),
})
