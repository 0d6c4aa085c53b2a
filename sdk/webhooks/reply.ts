import type { EmailReceivedEvent } from "./events.ts"
import { dates, forwards, original, placeWords, recipients, senders, styles, subjects } from "./mail-words.ts"

/** What a received mail has, as far as these functions read it. */
export type ReceivedMail = Pick<EmailReceivedEvent["data"], "from" | "text" | "auto_submitted"> &
  Partial<Pick<EmailReceivedEvent["data"], "subject">>

/** Local parts of addresses that only machines write from (RFC 3834, RFC 2142, and usage). */
const machines = /^(?:mailer-daemon|postmaster|(?:no|do[-_.]?not)[-_.]?reply|bounces?|.*-bounces?)$/

/**
 * Whether a machine wrote a received mail: then do not reply to it, or two machines write to each other without end. The service says so
 * of out-of-office replies and the like (`auto_submitted`); beside that the sender tells: none, `MAILER-DAEMON`, `no-reply`, the
 * bounce address of a mailing list. The event has no headers, so false means "not known to be".
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
 * that cannot be told, such as with replies between the lines of a quote, and of a forwarded mail. Two things are assumed: a line with
 * day and time, and a colon at its end, above marked lines (`>`) makes them a quote; and as Outlook marks none, all below its headers
 * is the other mail, unless the text above points below ("answers below"). Signatures stay. Only of `text`, not `html`.
 */
export function replyText({
  data: { text, subject = "" },
}: {
  readonly data: Pick<ReceivedMail, "text" | "subject">
}): string {
  const lines = text.split(/\r?\n/)
  const ownLines = forwards.test(subject) ? undefined : (aboveCopy(lines) ?? aboveQuote(lines) ?? belowQuote(lines))
  const reply = ownLines?.join("\n").trim()
  return reply && !pointsBelow(reply) ? reply : text
}

const isBlank = (line: string) => line.trim() === ""
const isMarked = (line: string) => line.startsWith(">")
const isQuoted = (line: string) => isMarked(line) || isBlank(line)
const isQuote = (lines: readonly string[]) => lines.some(isMarked) && lines.every(isQuoted)

/** Undefined without a copy, nothing where the copy may be more than a quote. */
function aboveCopy(lines: readonly string[]): readonly string[] | undefined {
  const start = lines.findIndex((_, at) => beginsCopy(lines, at))
  if (start < 0) return undefined
  const copy = lines.slice(start)
  const subject = copy.slice(0, 9).find((line) => subjects.test(line)) ?? ""
  // Marks in a copy may tell its lines from answers.
  const isUnclear = copy.some(isMarked) && !isQuote(copy.slice(1)) && !aboveQuote(copy)
  return isUnclear || forwards.test(subject.replace(/^.*?[:：]\*?/, "")) ? [] : lines.slice(0, start)
}

function aboveQuote(lines: readonly string[]): readonly string[] | undefined {
  const start = lines.findLastIndex((line) => !isQuoted(line)) + 1
  const above = lines.slice(0, start)
  const quote = lines.slice(start)
  const attribution = attributionLines(above, quote)
  // Quotes further up: the reply is between them.
  if (!isQuote(quote) || above.some(isMarked)) return undefined
  if (attribution > 0) return above.slice(0, -attribution)
  return hasAttribution(quote) ? above : undefined
}

function belowQuote(lines: readonly string[]): readonly string[] | undefined {
  const start = lines.findIndex(isMarked)
  const end = lines.findIndex((line, at) => at > start && !isQuoted(line))
  if (start < 0 || end < 0 || lines.slice(end).some(isMarked)) return undefined
  const quote = lines.slice(start, end)
  const attribution = attributionLines(lines.slice(0, start), quote)
  if (attribution === 0 && !hasAttribution(quote)) return undefined
  return lines.slice(0, start - attribution).every(isBlank) ? lines.slice(end) : undefined
}

/** Whether the marked lines themselves begin by saying who wrote them when, as Apple's program does it. */
function hasAttribution(quote: readonly string[]): boolean {
  const unmarked = quote.filter(isMarked).map((line) => line.replace(/^>\s?/, ""))
  return [1, 2, 3].some((count) => attributionLines(unmarked.slice(0, count), unmarked.slice(count)) === count)
}

/**
 * Number of last lines that say who wrote the quote when: `On Mon, 5 Jan 2026 at 10:00, Ada <ada@example.test>⏎wrote:`. None above a
 * mail that is forwarded. Without such lines the writer may have made the marks, as in `> npm install`.
 */
function attributionLines(lines: readonly string[], quote: readonly string[]): number {
  const last = lines.findLastIndex((line) => !isBlank(line))
  if (!/[:：]$/.test(lines[last]?.trim() ?? "") || beginsWithHeaders(quote)) return 0
  for (let start = last; start > last - 3 && lines[start]?.trim(); start--) {
    // A mail program breaks a line within a sentence.
    if (start < last && /[.!?:]$/.test(lines[start]?.trim() ?? "")) return 0
    if (saysWhen(lines.slice(start, last + 1).join(" "), start === last)) return lines.length - start
  }
  return 0
}

/** A day and a time, in any calendar beside an address in brackets: "My 2 answers to this:" has neither. */
function saysWhen(text: string, isLine: boolean): boolean {
  if (text.length > 300) return false
  const isDated =
    /\b20\d\d\b|\b\d\d?([./-])\s?\d\d?\1\s?\d\d\b/.test(text) &&
    /\d(?::|\s?h\s?)\d\d|\bkl\S{0,2} \d\d?\.\d\d/.test(text)
  if (!/<[^<>\s@]+@[^<>\s@]+>/.test(text)) return isDated && isLine
  return isDated || (/\p{Nd}{4}/u.test(text) && /\p{Nd}(?:[:.]|\s?h\s?)\p{Nd}{2}/u.test(text))
}

/** A quote that begins with the headers of a mail is one that somebody forwards. */
function beginsWithHeaders(quote: readonly string[]): boolean {
  const first = quote.map((line) => line.replace(/^[>\s]+/, "")).filter((line) => line !== "")
  const headers = first.slice(0, 2).filter((line) => /^\*?[\p{L} -]{1,20}\s?[:：]/u.test(line))
  return headers.length === 2 && headers.some((line) => senders.test(line) || line.includes("@"))
}

/**
 * Whether a text points below, to answers that look like the quote or to a forwarded mail. Words have to tell, as no grammar does; a
 * text that has them for another reason is returned with its quote. Also a colon or nothing but a greeting at the end, and lines of "---".
 */
const pointsBelow = (text: string) =>
  placeWords.test(text) ||
  styles.test(text) ||
  /[:：]$|^[^\n]*[,，]$|(?:^|\n)(?:---[^\n]*$|-{3,} ?\p{L}[^\n]*--- ?\n)/u.test(text)

/** Whether a copy of the other mail begins here, as Outlook makes it: a line that says so, or the headers of that mail. */
function beginsCopy(lines: readonly string[], at: number): boolean {
  const line = lines[at]?.trim() ?? ""
  if (original.test(line)) return true
  if (/^_{20,}$/.test(line)) return hasHeaders(lines, at + 1)
  const before = lines[at - 1]?.trim() ?? ""
  return (before === "" || before === line) && hasHeaders(lines, at)
}

function hasHeaders(lines: readonly string[], at: number): boolean {
  const isNext = (name: RegExp) => lines.slice(at + 1, at + 7).some((line) => name.test(line))
  return senders.test(lines[at] ?? "") && isNext(dates) && isNext(recipients) && isNext(subjects)
}
