import { asciiDomain, mailboxKey } from "../../contract/core/mailbox.ts"
import { addressOf } from "../../contract/core/text-patterns.ts"
import { Balance } from "./balance.ts"
import { attributesOf, walkHtml } from "./html.ts"
import { type Filling, findLeftovers, mayHaveLeftovers, saysZero } from "./leftovers.ts"
import { findStyleLinks, findTagLinks, findTextLinks } from "./links.ts"
import { type Report, reporter } from "./part.ts"
import { type LintFinding, type LintRule, lintRules } from "./rules.ts"
import { savedParts } from "./sms-parts.ts"

export { type LintFinding, type LintRule, type LintSeverity, lintRules } from "./rules.ts"
export { type SmsParts, smsParts } from "./sms-parts.ts"

/** A message as `messages.send` takes it, or as the mock server shows it. Omitted parts are not checked. */
export interface LintedMessage {
  /** Default: e-mail. */
  readonly channel?: string | undefined
  /** The subject line. */
  readonly subject?: string | null | undefined
  /** The HTML part. */
  readonly html?: string | null | undefined
  /** The text part, or the SMS. */
  readonly body?: string | null | undefined
  /** The same as `body`, as the mock server names it. */
  readonly text?: string | null | undefined
  /** The sender, as `messages.send` takes it. */
  readonly from?: string | null | undefined
  /** The same as `from`, as the mock server names it. */
  readonly from_email?: string | null | undefined
  /** The template, which may supply omitted parts. */
  readonly template_id?: number | null | undefined
  /** The values for merge tags. */
  readonly data?: unknown
}

export interface LintOptions {
  /** Rules to skip. */
  readonly off?: readonly LintRule[] | undefined
  /** Addresses and domains that the brand sends from, such as `acme.test`. Without them `from-brand` is skipped. */
  readonly senders?: readonly string[] | undefined
  /**
   * True for a sent message: every merge tag is then a finding. Otherwise the tags that MAS fills in are accepted:
   * `{{ contact.… }}`, and `{{ data.… }}` if the message has the value.
   */
  readonly isFilled?: boolean | undefined
  /** True for a template whose data is unknown: every Liquid tag is then accepted, merge tags of other services are not. */
  readonly isTemplate?: boolean | undefined
}

/** Gmail cuts HTML at 102 KB. */
const clippedBytes = 102 * 1024
const maxImageBytes = 100 * 1024
const maxSubject = 78

/**
 * Finds mistakes in a message before it is sent: words such as `undefined`, merge tags without a value, broken links,
 * missing parts. Checks only the texts and sends no request. Returns findings in the order of the parts; empty if there
 * are none.
 */
export function lintMessage(message: LintedMessage, options: LintOptions = {}): LintFinding[] {
  for (const rule of options.off ?? []) {
    if (!Object.hasOwn(lintRules, rule))
      throw new TypeError(`off holds ${JSON.stringify(rule)}, which is not one of ${Object.keys(lintRules).join(", ")}`)
  }
  const { html, subject, template_id } = message
  const text = message.body ?? message.text
  const isEmail = message.channel !== "sms"
  const hasTemplate = !options.isFilled && template_id != null
  const texts = [subject, html, text]
  const hasLiquid = options.isTemplate || texts.some((part) => part?.includes("{%") && part.includes("%}"))
  const filling = { isOpen: !options.isFilled, data: message.data, hasLiquid, saysZero: saysZero(texts) }
  const findings: LintFinding[] = []
  if (isEmail && !(subject == null && hasTemplate))
    lintSubject(subject ?? "", reporter("subject", undefined, findings), filling)
  if (isEmail) lintFrom(message.from ?? message.from_email, options.senders, reporter("from", undefined, findings))
  if (html) {
    const report = reporter("html", html, findings)
    lintHtml(html, report, filling)
    if (!text && !hasTemplate) reporter("html", undefined, findings)("no-text", 0, "")
  }
  if (text) {
    const report = reporter("text", text, findings)
    findByteOrderMark(text, report)
    findLeftovers(text, 0, text.length, report, filling)
    findEntities(text, report)
    findTextLinks(text, report)
    const saved = isEmail ? undefined : savedParts(text)
    if (saved) report("sms-charset", saved.at, saved.excerpt)
  }
  const { off = [] } = options
  return findings.filter(({ rule }) => !off.includes(rule))
}

function lintSubject(subject: string, report: Report, filling: Filling): void {
  if (subject.trim() === "") report("empty-subject", 0, subject)
  if ([...subject].length > maxSubject) report("long-subject", 0, subject)
  findByteOrderMark(subject, report)
  findLeftovers(subject, 0, subject.length, report, filling)
  findEntities(subject, report)
}

/** Readers of a text see `&amp;` as it is. `&lt;` and `&gt;` may be meant, in mails about HTML. */
function findEntities(text: string, report: Report): void {
  for (const { 0: match, index } of text.matchAll(
    /&(?:amp|quot|apos|nbsp|#39|#x27|[a-z]{1,6}(?:uml|acute|grave));(?!\w{2,8};)/gi,
  ))
    report("double-escape", index, text.slice(Math.max(0, index - 20), index + match.length + 20))
}

/** Elsewhere it is a zero-width space, with which senders pad a preheader. */
function findByteOrderMark(text: string, report: Report): void {
  if (/^\ufeff(?![\p{L}\d])/u.test(text)) report("wrong-charset", 0, text.slice(0, 20))
}

function lintFrom(from: string | null | undefined, senders: readonly string[] | undefined, report: Report): void {
  if (from == null || senders === undefined) return
  const address = mailboxKey(addressOf(from))
  const domain = address.slice(address.lastIndexOf("@") + 1)
  const isOwn = senders.some((sender) =>
    sender.includes("@") ? mailboxKey(sender) === address : asciiDomain(sender) === domain,
  )
  if (!isOwn) report("from-brand", 0, from)
}

function lintHtml(html: string, report: Report, filling: Filling): void {
  // A character takes three bytes at most.
  if (html.length * 3 > clippedBytes && new TextEncoder().encode(html).byteLength > clippedBytes)
    report("html-size", 0, "")
  findByteOrderMark(html, report)
  const balance = new Balance(report)
  walk(html, balance, report, filling)
  balance.end()
}

/** `balance` is undefined for a fragment, whose tags are closed elsewhere. */
function walk(html: string, balance: Balance | undefined, report: Report, filling: Filling): void {
  const hasLeftovers = mayHaveLeftovers(html)
  const find = (source: string, start: number, end: number, to: Report) => {
    if (hasLeftovers) findLeftovers(source, start, end, to, filling)
  }
  // Quoted code may contain `null`.
  let inCode = 0
  const code = (name: string) => (name === "code" || name === "pre" ? 1 : 0)
  walkHtml(html, {
    text(text, at) {
      if (inCode === 0) find(html, at, at + text.length, report)
    },
    open(name, attributes, at) {
      inCode += code(name)
      balance?.open(name, at)
      const atTag: Report = (rule, _, excerpt) => report(rule, at, excerpt)
      lintAttributes(name, attributes, (text) => find(text, 0, text.length, atTag), atTag)
    },
    close(name, at) {
      inCode = Math.max(0, inCode - code(name))
      balance?.close(name, at)
    },
    broken: (at) => balance && report("unbalanced-tag", at, html.slice(at)),
    style: (css, at) => findStyleLinks(css, at, report),
    conditional(fragment, start) {
      // Comments do not nest.
      if (balance) walk(fragment, undefined, (rule, at, excerpt) => report(rule, start + at, excerpt), filling)
    },
  })
}

function lintAttributes(name: string, text: string, find: (text: string) => void, report: Report): void {
  const attributes = attributesOf(text)
  for (const address of findTagLinks(name, attributes, report)) find(address)
  if (name !== "img") return
  const source = attributes.get("src") ?? ""
  if (source.startsWith("data:") && source.length > maxImageBytes) report("image-data", 0, source)
  const alt = attributes.get("alt")
  if (alt === undefined) report("image-alt", 0, `<img${text.slice(0, 60)}>`)
  else find(alt)
}
