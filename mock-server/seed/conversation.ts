import type { World } from "../world/world.ts"

const files = [
  { filename: "order.txt", content_type: "text/plain", scanned: true, content: "Order 1001\n" },
  { filename: "photo.txt", content_type: "text/plain", scanned: false, content: "Not scanned yet\n" },
] as const

/** The inbox conversation of the first brand, with a scanned and an unscanned file. */
export function seedConversation(world: World): void {
  const { conversations, conversationMessages, attachments } = world.tables
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
