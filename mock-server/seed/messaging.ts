import { limits } from "../../sdk/contract/core/limits.ts"
import { definedFields } from "../base/defined-fields.ts"
import { setSender } from "../resources/senders/senders.ts"
import { senderPlace } from "../resources/senders/table.ts"
import { emptyTemplate, liquidParts } from "../resources/templates/templates.ts"
import { addWebhook, changeWebhook } from "../resources/webhooks/endpoints.ts"
import type { World } from "../world/world.ts"
import type { SeededBrand } from "./accounts.ts"
import { at, problem } from "./fixture-problem.ts"

const files = [
  { filename: "order.txt", content_type: "text/plain", scanned: true, content: "Order 1001\n" },
  { filename: "photo.txt", content_type: "text/plain", scanned: false, content: "Not scanned yet\n" },
] as const

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

export function seedSenders(world: World, { path, id, fixture }: SeededBrand): void {
  for (const [index, { email, verified = true, inbox = false }] of (fixture.senders ?? []).entries()) {
    at(`${path}.senders.${index}`, () => {
      if (world.tables.senders.find("email", senderPlace(id, email))) throw problem("email", "is there twice")
      setSender(world, { brand_id: id, email, verified, inbox })
    })
  }
}

/** Adds a brand's templates. Liquid is checked on first use: creating a world is synchronous. */
export function seedTemplates(world: World, { id, fixture }: SeededBrand): void {
  for (const { name, version = 1, variables, ...content } of fixture.templates ?? []) {
    world.tables.templates.add(world, {
      brand_id: id,
      name,
      ...emptyTemplate,
      ...definedFields(content),
      version,
      variables: [...(variables ?? namesIn(content))],
    })
  }
}

/** The variables of a template, without parsing Liquid. */
function namesIn(content: Parameters<typeof liquidParts>[0]): string[] {
  const names = liquidParts(content).flatMap(({ text }) => [...text.matchAll(/\{\{-?\s*([a-z_][\w.]*)/gi)])
  return [...new Set(names.map(([, name = ""]) => name))]
}

export function seedWebhooks(world: World, { path, id, fixture }: SeededBrand): void {
  const { webhooks = [] } = fixture
  if (webhooks.length > limits.webhooksPerBrand) {
    throw problem(`${path}.webhooks`, `are limited to ${limits.webhooksPerBrand}`)
  }
  for (const [index, { enabled = true, secret, ...webhook }] of webhooks.entries()) {
    at(`${path}.webhooks.${index}`, () => {
      const added = addWebhook(world, { brand: { id } }, webhook)
      const stored = secret === undefined ? added : world.tables.webhooks.update(added, { secret })
      if (!enabled) changeWebhook(world, stored, { enabled })
    })
  }
}
