import { addressOf } from "../../../sdk/contract/core/text-patterns.ts"
import type { MessageFields } from "../../../sdk/contract/messages.ts"
import type { SenderRow } from "../../base/models.gen.ts"
import { invalid } from "../../base/service-error.ts"
import type { World } from "../../world/world.ts"
import { emailKey } from "../contacts/table.ts"
import { senderPlace } from "../senders/table.ts"
import type { TemplateRow } from "../templates/table.ts"
import { isLiquid, liquid, type Scope } from "./liquid.ts"

export interface OutgoingMessage {
  readonly channel: "email" | "sms"
  readonly to: string
  readonly subject: string | null
  readonly from: string | null
  readonly reply_to: string | null
  readonly html: string | null
  readonly text: string | null
  readonly preheader: string | null
  readonly headers: Readonly<Record<string, string>>
  /** The sender's own headers. */
  readonly tags: Readonly<Record<string, string>>
  readonly template_id: number | null
  /** The data of the template. */
  readonly data?: Readonly<Record<string, unknown>>
}

/** Composes a message of a brand: sender, template, rendered texts. A missing or invalid part is a 422. */
export function compose(
  world: World,
  brandId: number,
  message: MessageFields,
  template: TemplateRow | undefined,
): OutgoingMessage {
  const scope: Scope = { data: message.data ?? {}, contact: contactScope(world, brandId, message) }
  const fill = (field: string, text: string | null | undefined): string | null => {
    if (text == null || !isLiquid(text)) return text ?? null
    try {
      return liquid().render(text, scope, world.now())
    } catch (error) {
      throw invalid("22.9", { [field]: [`cannot be filled in: ${error instanceof Error ? error.message : "unknown"}`] })
    }
  }
  // Empty text counts as missing: the template's is used.
  const part = (field: "html" | "body") =>
    message[field] ? fill(field, message[field]) : fill("template_id", template?.[field])
  if (message.channel === "sms") return { ...bare, channel: "sms", to: message.to, text: fill("body", message.body) }
  if (!message.html && !message.body && !template?.html && !template?.body) {
    throw invalid("22.2", { template_id: ["is of a template without html and body: there is nothing to send"] })
  }
  return {
    channel: "email",
    to: message.to,
    // Rendered values must not add a header line.
    subject: fill("subject", message.subject)?.replace(/\p{Cc}+/gu, " ") ?? null,
    from: senderOf(world, brandId, message, template),
    reply_to: message.reply_to ?? template?.reply_to ?? null,
    html: part("html"),
    text: part("body"),
    preheader: fill("template_id", template?.preheader),
    headers: message.headers ?? {},
    tags: message.tags ?? {},
    template_id: template?.id ?? null,
    ...(template && { data: message.data ?? {} }),
  }
}

const bare: Omit<OutgoingMessage, "channel" | "to" | "text"> = {
  subject: null,
  from: null,
  reply_to: null,
  html: null,
  preheader: null,
  headers: {},
  tags: {},
  template_id: null,
}

function contactScope(world: World, brandId: number, { channel, to }: MessageFields): Scope["contact"] {
  if (channel === "sms") return {}
  const contact = world.tables.contacts.find("email", emailKey(brandId, to))
  if (contact === undefined) return { email: to }
  const { id, email, first_name, last_name, data } = contact
  return { ...data, id, email, first_name, last_name, data }
}

/** The `From` of an e-mail: a verified sender of the brand, with or without a name. Spec: Transactional messages 3. */
function senderOf(
  world: World,
  brandId: number,
  { from, from_email }: MessageFields,
  template: TemplateRow | undefined,
): string {
  const sender = from ?? from_email
  if (sender !== undefined) {
    verified(world, brandId, sender, from === undefined ? "from_email" : "from")
    return sender
  }
  const email = template?.from_email ?? defaultSender(world, brandId)?.email
  if (email === undefined) throw invalid("22.5", { from: ["is required: the brand has no verified sender"] })
  if (template?.from_email != null) verified(world, brandId, email, "template_id")
  const name = template?.from_name?.replace(/[\p{Cc}<>"]/gu, "").trim()
  return name ? `${name} <${email}>` : email
}

function verified(world: World, brandId: number, from: string, field: string): void {
  const email = addressOf(from)
  if (world.tables.senders.find("email", senderPlace(brandId, email))?.verified) return
  const isTemplate = field === "template_id"
  throw invalid("22.5", {
    [field]: [`${isTemplate ? "is of a template whose sender is not" : "is not"} a verified sender of the brand`],
  })
}

function defaultSender(world: World, brandId: number): SenderRow | undefined {
  const senders = [...world.tables.senders.in("brand", brandId)].filter((each) => each.verified)
  return senders.find((each) => !each.inbox) ?? senders[0]
}
