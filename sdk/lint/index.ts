import { addressOf } from "../contract/core/text-patterns.ts"
import { Balance } from "./balance.ts"
import { attributeOf, walkHtml } from "./html.ts"
import { type Filling, findLeftovers, mayHaveLeftovers } from "./leftovers.ts"
import { type Report, reporter } from "./part.ts"
import { type LintFinding, type LintRule, lintRules } from "./rules.ts"

export { type LintFinding, type LintRule, type LintSeverity, lintRules } from "./rules.ts"

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
  const hasLiquid = [subject, html, text].some((part) => part?.includes("{%") && part.includes("%}"))
  const filling = { isOpen: !options.isFilled, data: message.data, hasLiquid }
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
    findLeftovers(text, 0, report, filling)
    findTextLinks(text, 0, report)
  }
  const { off = [] } = options
  return findings.filter(({ rule }) => !off.includes(rule))
}

function lintSubject(subject: string, report: Report, filling: Filling): void {
  if (subject.trim() === "") report("empty-subject", 0, subject)
  if ([...subject].length > maxSubject) report("long-subject", 0, subject)
  findLeftovers(subject, 0, report, filling)
}

function lintFrom(from: string | null | undefined, senders: readonly string[] | undefined, report: Report): void {
  if (from == null || senders === undefined) return
  const address = addressOf(from).toLowerCase()
  const domain = address.slice(address.lastIndexOf("@") + 1)
  const isOwn = senders.some((sender) => [address, domain].includes(sender.toLowerCase()))
  if (!isOwn) report("from-brand", 0, from)
}

function lintHtml(html: string, report: Report, filling: Filling): void {
  // A character takes three bytes at most.
  if (html.length * 3 > clippedBytes && new TextEncoder().encode(html).byteLength > clippedBytes)
    report("html-size", 0, "")
  const balance = new Balance(report)
  const find = mayHaveLeftovers(html) ? findLeftovers : () => {}
  // Quoted code may contain `null`.
  let inCode = 0
  const code = (name: string) => (name === "code" || name === "pre" ? 1 : 0)
  walkHtml(html, {
    text(text, at) {
      if (inCode === 0) find(text, at, report, filling)
    },
    open(name, attributes, at) {
      inCode += code(name)
      balance.open(name, at)
      lintAttributes(name, attributes, (text) => find(text, 0, atTag(report, at), filling), atTag(report, at))
    },
    close(name, at) {
      inCode = Math.max(0, inCode - code(name))
      balance.close(name, at)
    },
    broken: (at) => report("unbalanced-tag", at, html.slice(at)),
  })
  balance.end()
}

/** Attributes are reported at their tag. */
const atTag =
  (report: Report, at: number): Report =>
  (rule, _, excerpt) =>
    report(rule, at, excerpt)

function lintAttributes(name: string, attributes: string, find: (text: string) => void, report: Report): void {
  const isImage = name === "img"
  if (!isImage && name !== "a" && name !== "area") return
  const address = attributeOf(attributes, isImage ? "src" : "href")
  if (address?.startsWith("data:")) {
    if (isImage && address.length > maxImageBytes) report("image-data", 0, address)
  } else if (address !== undefined) {
    findLinkProblems(address, 0, report)
    find(address)
  }
  if (!isImage) return
  const alt = attributeOf(attributes, "alt")
  if (alt === undefined) report("image-alt", 0, `<img${attributes.slice(0, 60)}>`)
  else find(alt)
}

const local =
  /^(?:localhost|[^/:]+\.(?:localhost|local|internal)|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|0\.0\.0\.0|\[::1\])$/i
const unfilled = /\{\{|\{%|\*\||\$\{|%[A-Z_]+%/
const inText = /\bhttps?:\/\/[^\s<>"'()[\]]+/gi

function findLinkProblems(address: string, at: number, report: Report): void {
  const text = address.trim()
  if (text.startsWith("#") || unfilled.test(text)) return
  const [, scheme = "", slashes = ""] = /^([a-z][a-z\d+.-]*):(\/\/)?/i.exec(text) ?? []
  if (scheme !== "" && !/^https?$/i.test(scheme)) return
  const host = text.slice(scheme.length + 1 + slashes.length).replace(/[/?#].*$/s, "")
  const name = host.replace(/^.*@/, "").replace(/:\d*$/, "")
  if (slashes === "" || host === "") report("relative-link", at, text)
  else if (local.test(name)) report("local-link", at, text)
  else if (scheme.toLowerCase() === "http") report("insecure-link", at, text)
}

function findTextLinks(text: string, offset: number, report: Report): void {
  for (const match of text.matchAll(inText)) findLinkProblems(match[0], offset + match.index, report)
}
