import { limits } from "../../../sdk/contract/core/limits.ts"
import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import { addressOf } from "../../../sdk/contract/core/text-patterns.ts"
import type { EmailReceivedData } from "../../../sdk/contract/models/webhook-events.ts"
import { invalid } from "../../base/mock-error.ts"
import type * as models from "../../base/models.gen.ts"
import type { MessageContentRow, MessageRow, SenderRow } from "../../base/models.gen.ts"
import type { World } from "../../world/world.ts"
import type { AttachmentRow } from "../attachments/table.ts"
import { emit } from "../webhooks/emit.ts"
import type { ConversationMessageRow } from "./messages-table.ts"
import type { ConversationRow } from "./table.ts"

/** An inbound mail, from a call or a file. @internal */
export interface InboundMail extends Readonly<models.InboundMail> {
  /** Provider ids of messages that it may reply to, nearest first; ids of other brands are ignored. */
  readonly references?: readonly string[] | undefined
}

/** The result of receiving a mail. */
export interface InboundResult {
  /** The conversation that the mail belongs to. */
  readonly conversation_id: number
  /** The id of the mail in the conversation. */
  readonly conversation_message_id: number
  /** The attached files. */
  readonly attachments: readonly {
    /** The id for the download. */
    readonly id: number
    /** The name of the file. */
    readonly filename: string
  }[]
  /** False for quarantined mail. */
  readonly reported: boolean
}

/**
 * Receives a mail. It joins the conversation of the message that it replies to, or starts one. `email.received` reports
 * it once, unless it is quarantined. 422 if `to` is not an inbox, or `in_reply_to` not a message of the brand.
 * Spec: Events.
 * @internal
 */
export function receiveInbound(world: World, mail: InboundMail): InboundResult {
  const { conversationMessages } = world.tables
  const inbox = inboxOf(world, mail.to)
  if (inbox === undefined) throw invalid({ to: ["is not an inbox address"] })
  const original =
    repliedMessage(world, inbox.brand_id, mail.in_reply_to) ?? referredTo(world, inbox.brand_id, mail.references)
  const conversation = conversationFor(world, inbox.brand_id, original, mail.subject)
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
    const data = receivedData(stored, files, original && world.tables.messageContents.get(original.id))
    emit(world, inbox.brand_id, { type: "email.received", data, messageId: null })
  }
  return {
    conversation_id: conversation.id,
    conversation_message_id: stored.id,
    attachments: files.map(({ id, filename }) => ({ id, filename })),
    reported: !stored.quarantined,
  }
}

/** The inbox of an address, which may be preceded by a name. @internal */
export const inboxOf = (world: World, to: string): SenderRow | undefined =>
  world.tables.senders.find("inbox", mailboxKey(addressOf(to.trim())))

const referredTo = (world: World, brandId: number, references: readonly string[] = []): MessageRow | undefined =>
  references.map((name) => findByProviderId(world, brandId, name)).find((message) => message?.channel === "email")

function repliedMessage(world: World, brandId: number, name: InboundMail["in_reply_to"]): MessageRow | undefined {
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
  return [...world.tables.messages.in("brand", brandId)].find((message) => message.provider_id === providerId)
}

function conversationFor(
  world: World,
  brandId: number,
  original: MessageRow | undefined,
  subject: string,
): ConversationRow {
  const { conversations } = world.tables
  const conversation = original && conversations.find("message_id", original.id)
  if (conversation !== undefined) return conversation
  return conversations.add(world, { brand_id: brandId, message_id: original?.id ?? null, subject })
}

const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;[\x20-\x7e]*)?$/

function storeFile(world: World, mail: ConversationMessageRow, file: models.InboundFile): AttachmentRow {
  const { filename = "", content_type = "", content_base64, scanned = true } = file
  return world.tables.attachments.add(world, {
    conversation_message_id: mail.id,
    filename,
    content_type: mediaType.test(content_type) ? content_type : "application/octet-stream",
    size: Buffer.byteLength(content_base64, "base64"),
    scanned,
    content_base64,
  })
}

function receivedData(
  mail: ConversationMessageRow,
  files: readonly AttachmentRow[],
  original: MessageContentRow | undefined,
): EmailReceivedData {
  const text = capText(mail.text, limits.inboundTextBytes)
  const html = capText(mail.html, limits.inboundTextBytes)
  const key = original?.idempotency_key
  return {
    message_id: original?.id ?? null,
    ...(key == null ? {} : { idempotency_key: key }),
    tags: { ...original?.tags },
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
  // `stream` holds back an incomplete character at the end.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, limit), { stream: true })
}
