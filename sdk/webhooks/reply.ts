import type { EmailReceivedEvent } from "./events.ts"

/** What a received mail has, as far as these functions read it. */
export type ReceivedMail = Pick<EmailReceivedEvent["data"], "from" | "text" | "auto_submitted">

/** Local parts of addresses that only machines write from (RFC 3834, RFC 2142, and usage). */
const machines = /^(?:mailer-daemon|postmaster|(?:no|do[-_.]?not)[-_.]?reply|bounces?|owner-.*|.*-request|.*-bounces?)$/

/**
 * Whether a machine wrote a received mail: then do not reply to it, or two machines write to each other without end. The service says so
 * of out-of-office replies and the like (`auto_submitted`); beside that the sender tells: none, `MAILER-DAEMON`, `no-reply`, the
 * address of a mailing list. The event has no headers, so false means "not known to be".
 */
export function isAutomatic({ data: { auto_submitted, from } }: { readonly data: ReceivedMail }): boolean {
  const address = (from.includes("<") ? from.slice(from.lastIndexOf("<") + 1) : from).replace(">", "").trim()
  const local = address
    .slice(0, address.lastIndexOf("@") + 1 || undefined)
    .replace(/[@"]/g, "")
    .replace(/\+.*/, "")
  return auto_submitted || local === "" || machines.test(local.toLowerCase())
}

/**
 * The text of a received mail without the quoted mail that it replies to; also without a quote above the reply. The whole text where
 * that cannot be told, such as with replies between the lines of a quote. Signatures stay. Only of `text`, not `html`.
 */
export function replyText({ data: { text } }: { readonly data: Pick<ReceivedMail, "text"> }): string {
  const lines = text.split(/\r?\n/)
  const cut = withoutTrailingQuote(lines) ?? withoutLeadingQuote(lines)
  const reply = cut?.join("\n").trim()
  return reply ? reply : text
}

const isQuoted = (line: string) => line.startsWith(">") || line.trim() === ""
const isQuote = (lines: readonly string[]) => lines.some((line) => line.startsWith(">")) && lines.every(isQuoted)

function withoutTrailingQuote(lines: readonly string[]): readonly string[] | undefined {
  const copied = lines.findIndex((_, at) => beginsCopy(lines, at))
  if (copied > 0) return lines.slice(0, copied)
  const start = lines.findLastIndex((line) => !isQuoted(line)) + 1
  if (!isQuote(lines.slice(start))) return undefined
  const above = lines.slice(0, start)
  // Quotes further up: the reply is between them.
  if (above.some((line) => line.startsWith(">"))) return undefined
  return above.slice(0, start - attributionLines(above))
}

function withoutLeadingQuote(lines: readonly string[]): readonly string[] | undefined {
  const quote = lines.findIndex((line) => line.startsWith(">"))
  const above = lines.slice(0, quote)
  const end = lines.findIndex((line, at) => at > quote && !isQuoted(line))
  const isAbove = quote >= 0 && end > 0 && !lines.slice(end).some((line) => line.startsWith(">"))
  const filled = above.filter((line) => line.trim() !== "").length
  return isAbove && attributionLines(above) >= filled ? lines.slice(end) : undefined
}

/** Number of last lines that say who wrote the quote when: `On Mon, 5 Jan 2026 at 10:00, Ada <ada@example.test>⏎wrote:`. */
function attributionLines(lines: readonly string[]): number {
  const last = lines.findLastIndex((line) => line.trim() !== "")
  if (!/[:：]$/.test(lines[last]?.trim() ?? "")) return 0
  for (let count = 1; count <= 3 && lines[last + 1 - count]?.trim(); count++) {
    const start = last + 1 - count
    if (!saysWhoOrWhen(lines.slice(start, last + 1).join(" "))) continue
    const before = lines[start - 1]?.trim() ?? ""
    // A mail program broke the line after the date.
    const isBroken = /\b20\d\d\b/.test(before) && !/[.!?:]$/.test(before)
    return lines.length - (isBroken ? start - 1 : start)
  }
  return 0
}

/** An address in brackets, or a day and a time: "My answer to this:" has neither. */
const saysWhoOrWhen = (text: string) =>
  /<[^<>\s@]+@[^<>\s@]+>/.test(text) || (/\b20\d\d\b/.test(text) && /\d[:.h]\d\d/.test(text))

const original =
  /^-{2,}\s?(?:original message|message d'origine|ursprüngliche nachricht|mensaje original|messaggio originale|oorspronkelijk bericht)\s?-{2,}$/i
const senders = /^\*?(?:from|von|de|da|van|från|fra|od|от|发件人|差出人)\s?[:：]/i
const dates =
  /^\*?(?:sent|date|gesendet|datum|envoyé|enviado|fecha|inviato|data|verzonden|skickat|sendt|wysłano|отправлено|发送时间|送信日時)\s?[:：]/i
const recipients = /^\*?(?:to|an|à|para|a|aan|till|til|do|кому|收件人|宛先)\s?[:：]/i

/** Whether a copy of the other mail begins here, as Outlook makes it: a line that says so, or the headers of that mail. */
function beginsCopy(lines: readonly string[], at: number): boolean {
  const line = lines[at]?.trim() ?? ""
  if (original.test(line)) return true
  if (/^_{20,}$/.test(line)) return hasHeaders(lines, at + 1)
  const before = lines[at - 1]?.trim() ?? ""
  // Below "Forwarded message" it is what the sender wants to say.
  return (before === "" || before === line) && !lines[at - 2]?.startsWith("---") && hasHeaders(lines, at)
}

function hasHeaders(lines: readonly string[], at: number): boolean {
  const next = lines.slice(at + 1, at + 5)
  return (
    senders.test(lines[at] ?? "") && next.some((line) => dates.test(line)) && next.some((line) => recipients.test(line))
  )
}
