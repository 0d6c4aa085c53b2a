import type { LintFinding } from "../../../sdk/sending/lint/index.ts"
import { notFound } from "../../base/mock-error.ts"
import type { MessageContentRow, MessageRow } from "../../base/models.gen.ts"
import type { World } from "../../world/world.ts"
import { codesIn, type MailCode } from "./codes.ts"
import { type MessageVariables, variablesOf } from "./message-variables.ts"
import { linksInText, type MailLink, type MessageLink, readMail } from "./read-mail.ts"
import { warningsOf } from "./warnings.ts"

/** A message with its content and its history. */
export interface MessageDetail extends MessageRow, Omit<MessageContentRow, "id" | "timeline"> {
  /** The text part; without one, the HTML as a mail program shows it in plain text. */
  readonly text: string | null
  /** True if it was sent with a text part. */
  readonly has_text_part: boolean
  /** The links of the HTML in order; without HTML, those of the text. */
  readonly links: readonly MessageLink[]
  /** Codes for the reader to type, such as sign-in codes; the most likely first. */
  readonly codes: readonly MailCode[]
  /** Findings of `lintMessage` in the message as sent: leftover merge tags, broken links, missing parts. */
  readonly warnings: readonly LintFinding[]
  /** The data that its template uses, and what is missing; null without a template. */
  readonly variables: MessageVariables | null
  /** Its events, oldest first, each with `type`, `timestamp` and details. */
  readonly timeline: readonly Readonly<Record<string, unknown>>[]
  /** The brand's sid, for the header `X-Brand-SID`. */
  readonly brand_sid: string
  /** An inbox address of its brand, for replies; null if the brand has none. */
  readonly inbox: string | null
  /** The requests in the journal that sent it: the first created it, the others repeated its idempotency key. */
  readonly request_ids: readonly number[]
}

/** The full message, for the control API; 404 when there is none. @internal */
export function messageDetail(world: World, id: number): MessageDetail {
  const { message, content } = findMessage(world, id)
  const timeline = content.timeline.map(({ type, timestamp, detail }) => ({ type, timestamp, ...detail }))
  const { brands, senders } = world.tables
  const brand_sid = brands.known(message.brand_id).sid
  const inbox = [...senders.in("brand", message.brand_id)].find((sender) => sender.inbox)?.email ?? null
  const request_ids = world.journal.requestsThatCreated({ kind: "message", id })
  const warnings = warningsOf(message, content)
  const variables = variablesOf(world, content)
  const read = readContent(message, content)
  return { ...content, ...message, ...read, warnings, variables, timeline, brand_sid, inbox, request_ids }
}

function readContent(
  message: MessageRow,
  content: MessageContentRow,
): Pick<MessageDetail, "text" | "has_text_part" | "links" | "codes"> {
  const mail = content.html ? readMail(content.html) : undefined
  const text = content.text || mail?.text || null
  const links = mail?.links ?? linksInText(text ?? "")
  const fateOf = clickStates(message, content)
  return {
    text,
    has_text_part: !!content.text,
    links: links.map((link) => ({ ...link, fate: fateOf(link) })),
    codes: codesIn(`${message.subject ?? ""}\n${text ?? ""}`),
  }
}

function clickStates({ channel }: MessageRow, { timeline, untracked }: MessageContentRow) {
  const urlsOf = (kind: string) => new Set(timeline.flatMap(({ type, detail }) => (type === kind ? [detail.url] : [])))
  const [people, bots] = [urlsOf("email.clicked"), urlsOf("email.bot_clicked")]
  const isTracked = channel !== "sms" && !untracked?.includes("clicked")
  return ({ url }: MailLink): MessageLink["fate"] => {
    if (people.has(url)) return "clicked"
    if (bots.has(url)) return "clicked_by_bot"
    return isTracked ? "not_clicked" : "not_tracked"
  }
}

/** A message and its content; 404 when there is none. @internal */
export function findMessage(
  world: World,
  id: number,
): { readonly message: MessageRow; readonly content: MessageContentRow } {
  const message = world.tables.messages.get(id)
  const content = world.tables.messageContents.get(id)
  if (message === undefined || content === undefined) throw notFound("Message")
  return { message, content }
}
