import { limits } from "../../sdk/contract/core/limits.ts"
import { addressOf } from "../../sdk/contract/core/text-patterns.ts"
import type { EmailReceivedData } from "../../sdk/contract/models/webhook-events.ts"
import { invalid } from "../base/mock-error.ts"
import type { AttachmentRow } from "../store/tables/attachments.ts"
import type { ConversationMessageRow } from "../store/tables/conversation-messages.ts"
import type { ConversationRow } from "../store/tables/conversations.ts"
import type { MessageContentRow } from "../store/tables/message-contents.ts"
import type { MessageRow } from "../store/tables/messages.ts"
import type { SenderRow } from "../store/tables/senders.ts"
import { emit } from "../webhooks/emit.ts"
import type { World } from "../world/world.ts"

/** @internal */
export interface InboundMail {
  /** The text of the header `From`. */
  readonly from: string
  /** An inbox address of some brand, with or without a name. */
  readonly to: string
  readonly subject: string
  readonly text?: string | undefined
  readonly html?: string | undefined
  /** The message that it answers: its id, or its provider's id as mail programs write it. */
  readonly in_reply_to?: number | string | null | undefined
  /** Provider's ids of messages that it may answer, the nearest first; ids of other brands are ignored. */
  readonly references?: readonly string[] | undefined
  /** True for automatic replies. */
  readonly auto_submitted?: boolean | undefined
  /** True for spam, viruses and blocked senders: no event reports such mail. */
  readonly quarantined?: boolean | undefined
  readonly attachments?: readonly InboundFile[] | undefined
}

/** @internal */
export interface InboundFile {
  readonly filename: string
  readonly content_type: string
  readonly content_base64: string
  readonly scanned?: boolean | undefined
}

/** The result of receiving a mail. */
export interface InboundResult {
  /** The conversation that the mail belongs to. */
  readonly conversation_id: number
  /** The mail within the conversation. */
  readonly conversation_message_id: number
  /** The files that came along, for downloading them. */
  readonly attachments: readonly {
    /** What it is downloaded by. */
    readonly id: number
    /** The name of the file. */
    readonly filename: string
  }[]
  /** False for quarantined mail. */
  readonly reported: boolean
}

/**
 * Receives a mail. It joins the conversation of the send that it answers, or starts one. `email.received` reports it once, unless
 * it is quarantined. 422 when `to` is no inbox, or `in_reply_to` no message of the brand. Spec: Events.
 * @internal
 */
export function receiveInbound(world: World, mail: InboundMail): InboundResult {
  const { conversationMessages } = world.tables
  const inbox = inboxOf(world, mail.to)
  if (inbox === undefined) throw invalid({ to: ["is not an inbox address"] })
  const answered =
    answeredMessage(world, inbox.brand_id, mail.in_reply_to) ?? referredTo(world, inbox.brand_id, mail.references)
  const conversation = conversationFor(world, inbox.brand_id, answered, mail.subject)
  const stored = conversationMessages.add(world, {
    conversation_id: conversation.id,
    from: mail.from,
    to: mail.to,
    subject: mail.subject,
    text: mail.text ?? "",
    html: mail.html ?? "",
    auto_submitted: mail.auto_submitted ?? false,
    quarantined: mail.quarantined ?? false,
  })
  const files = (mail.attachments ?? []).map((file) => storeFile(world, stored, file))
  if (!stored.quarantined) {
    const data = receivedData(stored, files, answered && world.tables.messageContents.get(answered.id))
    emit(world, inbox.brand_id, { type: "email.received", data, messageId: null })
  }
  return {
    conversation_id: conversation.id,
    conversation_message_id: stored.id,
    attachments: files.map(({ id, filename }) => ({ id, filename })),
    reported: !stored.quarantined,
  }
}

/** The inbox that an address names, with or without a name before it. @internal */
export const inboxOf = (world: World, to: string): SenderRow | undefined =>
  world.tables.senders.find("inbox", addressOf(to.trim()).toLowerCase())

function referredTo(world: World, brandId: number, references: readonly string[] = []): MessageRow | undefined {
  for (const reference of references) {
    const message = findByProviderId(world, brandId, reference)
    if (message?.channel === "email") return message
  }
  return undefined
}

function answeredMessage(world: World, brandId: number, name: InboundMail["in_reply_to"]): MessageRow | undefined {
  if (name == null) return undefined
  const { messages } = world.tables
  const byId = messages.get(Number(name))
  const message = byId?.brand_id === brandId ? byId : findByProviderId(world, brandId, String(name))
  if (message?.channel !== "email") {
    throw invalid({ in_reply_to: ["is not the id of an e-mail that the inbox's brand sent"] })
  }
  return message
}

function findByProviderId(world: World, brandId: number, name: string): MessageRow | undefined {
  const providerId = name.replace(/^<|>$/g, "")
  for (const message of world.tables.messages.in("brand", brandId)) {
    if (message.provider_id === providerId) return message
  }
  return undefined
}

function conversationFor(
  world: World,
  brandId: number,
  answered: MessageRow | undefined,
  subject: string,
): ConversationRow {
  const { conversations } = world.tables
  const known = answered && conversations.find("message_id", answered.id)
  if (known !== undefined) return known
  return conversations.add(world, { brand_id: brandId, message_id: answered?.id ?? null, subject })
}

const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;[\x20-\x7e]*)?$/

function storeFile(world: World, mail: ConversationMessageRow, file: InboundFile): AttachmentRow {
  return world.tables.attachments.add(world, {
    conversation_message_id: mail.id,
    filename: file.filename,
    content_type: mediaType.test(file.content_type) ? file.content_type : "application/octet-stream",
    size: Buffer.byteLength(file.content_base64, "base64"),
    scanned: file.scanned ?? true,
    content_base64: file.content_base64,
  })
}

function receivedData(
  mail: ConversationMessageRow,
  files: readonly AttachmentRow[],
  answered: MessageContentRow | undefined,
): EmailReceivedData {
  const text = capText(mail.text, limits.inboundTextBytes)
  const html = capText(mail.html, limits.inboundTextBytes)
  const key = answered?.idempotency_key
  return {
    message_id: answered?.id ?? null,
    ...(key == null ? {} : { idempotency_key: key }),
    tags: { ...answered?.tags },
    from: mail.from,
    to: mail.to,
    subject: mail.subject,
    text,
    html,
    truncated: text.length < mail.text.length || html.length < mail.html.length,
    auto_submitted: mail.auto_submitted,
    attachments: files.map(({ id, filename, content_type, size, scanned }) => ({
      id,
      filename,
      content_type,
      size,
      scanned,
    })),
    conversation_id: mail.conversation_id,
    conversation_message_id: mail.id,
  }
}

/** The beginning of a text that fits into `limit` bytes of UTF-8; no character is cut in two. */
export function capText(text: string, limit: number): string {
  const bytes = Buffer.from(text)
  if (bytes.byteLength <= limit) return text
  // What a stream has of a character that goes on is kept for its next bytes.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, limit), { stream: true })
}
