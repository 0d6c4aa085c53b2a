import type { World } from "../world/world.ts"

/** The seeded senders; ids in this order, from 1. The first two are the main brand's. */
export const seededSenders = [
  { brand_id: 1, email: "hello@acme.test", inbox: false },
  { brand_id: 1, email: "inbox@acme.test", inbox: true },
  { brand_id: 2, email: "hello@second.test", inbox: false },
  { brand_id: 3, email: "hello@manager.test", inbox: false },
  { brand_id: 4, email: "hello@client.test", inbox: false },
] as const

/** The name of the main brand's template, the first of its kind. */
export const seededTemplateName = "Welcome"

const files = [
  { filename: "order.txt", content_type: "text/plain", scanned: true, content: "Order 1001\n" },
  { filename: "photo.txt", content_type: "text/plain", scanned: false, content: "Not scanned yet\n" },
] as const

/** Senders, the main brand's template, and its inbox conversation with a scanned and an unscanned file. */
export function seedMessaging(world: World): void {
  const { senders, templates, conversations, conversationMessages, attachments } = world.tables
  for (const sender of seededSenders) senders.add(world, { verified: true, ...sender })
  templates.add(world, {
    brand_id: 1,
    name: seededTemplateName,
    subject: "Welcome, {{ contact.first_name }}",
    html: '<p>Hello {{ contact.first_name }}, <a href="https://acme.test/start">start here</a>.</p>',
    body: "Hello {{ contact.first_name }}, start here: https://acme.test/start",
    preheader: null,
    from_name: "Acme",
    from_email: "hello@acme.test",
    reply_to: "inbox@acme.test",
    version: 1,
    variables: ["contact.first_name"],
  })
  const conversation = conversations.add(world, {
    brand_id: 1,
    message_id: null,
    subject: "A question about my order",
  })
  const mail = conversationMessages.add(world, {
    conversation_id: conversation.id,
    from: "ada@example.test",
    to: "inbox@acme.test",
    subject: conversation.subject,
    text: "Hello, here are the order and a photo.",
    html: "",
    auto_submitted: false,
    quarantined: false,
  })
  for (const { content, ...file } of files) {
    const bytes = Buffer.from(content)
    attachments.add(world, {
      conversation_message_id: mail.id,
      ...file,
      size: bytes.byteLength,
      content_base64: bytes.toString("base64"),
    })
  }
}
