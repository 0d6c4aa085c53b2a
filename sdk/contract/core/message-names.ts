import { limits } from "./limits.ts"

/** The tag keys that the service sets on every message; a message cannot bring its own. Spec: Transactional messages. */
export const reservedTags = ["account_id", "brand_id", "message_id"] as const

/**
 * The headers that the service or its mail provider writes, or from which some mail server reads a recipient; a message
 * cannot bring its own. In lower case: the case of a header name means nothing. `List-Unsubscribe`, `In-Reply-To`, `References` and names of one's own are free.
 */
export const reservedHeaders = [
  "from",
  "sender",
  "to",
  "cc",
  "bcc",
  "reply-to",
  "subject",
  "date",
  "message-id",
  "return-path",
  "received",
  "received-spf",
  "delivered-to",
  "envelope-to",
  "apparently-to",
  "original-recipient",
  "errors-to",
  "disposition-notification-to",
  "disposition-notification-options",
  "return-receipt-to",
  "return-receipt-requested",
  "read-receipt-to",
  "generate-delivery-report",
  "prevent-nondelivery-report",
  "registered-mail-reply-requested-by",
  "x-bcc",
  "x-cc",
  "x-to",
  "x-apparently-to",
  "x-confirm-reading-to",
  "x-delivered-to",
  "x-envelope-from",
  "x-envelope-to",
  "x-errors-to",
  "x-forwarded-to",
  "x-original-to",
  "x-rcpt-to",
  "x-receipt-to",
  "x-recipient",
  "x-recipients",
  "mime-version",
  "dkim-signature",
  "domainkey-signature",
  "authentication-results",
  "feedback-id",
] as const

/** Beginnings of reserved header names: body parts, resending, and the control headers of the service and of mail providers. */
export const reservedHeaderPrefixes = [
  "content-",
  "arc-",
  "resent-",
  "x-mas-",
  "x-ses-",
  "x-mailgun-",
  "x-smtpapi",
  "x-sendgrid-",
  "x-sg-",
  "x-pm-",
  "x-postmark-",
  "x-mailjet-",
  "x-mj-",
  "x-mc-",
  "x-mandrill-",
  "x-msys-",
  "x-sparkpost-",
  "x-sib-",
  "x-mailin-",
  "x-mailersend-",
  "x-elasticemail-",
  "x-smtp2go-",
  "x-socketlabs-",
  "x-postal-",
  "x-virtual-mta",
  "x-ms-exchange-",
] as const

const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const insteadOf: Readonly<Record<string, string>> = {
  from: "from",
  "reply-to": "reply_to",
  subject: "subject",
  to: "to",
}

const tooLong = `must be at most ${limits.lineLength} characters`

/** Why a header name is refused; undefined if it is valid. */
export function headerRefusal(name: string): string | undefined {
  if (name.length > limits.lineLength) return tooLong
  if (!headerName.test(name)) return "is not a header name: letters, digits and hyphens"
  const lower = name.toLowerCase()
  if (Object.hasOwn(insteadOf, lower)) return `is a reserved header: use the field ${insteadOf[lower]}`
  if (reservedHeaders.some((reserved) => reserved === lower)) return "is a reserved header"
  if (reservedHeaderPrefixes.some((prefix) => lower.startsWith(prefix))) return "is a reserved header"
  return undefined
}

/** Why a tag key is refused; undefined if it is valid. */
export function tagRefusal(key: string): string | undefined {
  if (key === "") return "needs a name"
  if (key.length > limits.lineLength) return tooLong
  if (reservedTags.some((reserved) => reserved === key.trim().toLowerCase()))
    return "is a reserved tag, set by the service"
  return undefined
}
