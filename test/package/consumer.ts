// A user's program. It is compiled against the packed package, never run.
import { APIError, idempotencyKey, Mas, type Message, RateLimitError } from "mas-sdk"
import { contract, type Invite } from "mas-sdk/contract"
import { createMockService, startMockServer } from "mas-sdk/mock-server"
import {
  createWebhookHandler,
  nodeWebhookHandler,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from "mas-sdk/webhooks"

const mas = new Mas({ apiKey: "maskey_live_mock", baseUrl: "http://127.0.0.1:4010", maxRetries: 3 })

// @ts-expect-error the client takes options and nothing else
export const twoArguments = new Mas({ baseUrl: "http://127.0.0.1:4010" }, undefined)

export async function send(orderId: number): Promise<number> {
  try {
    const message: Message = await mas.messages.send(
      { channel: "email", to: "ana@simulator.test", subject: "Receipt", html: "<p>Thank you</p>" },
      { idempotencyKey: idempotencyKey("receipt", orderId) },
    )
    return message.id
  } catch (error) {
    if (error instanceof RateLimitError) return -1
    if (error instanceof APIError) throw new Error(`${error.status} ${error.message}`)
    throw error
  }
}

export async function names(): Promise<string[]> {
  const page = await mas.contacts.list({ limit: 100 })
  const texts: string[] = page.items.map((contact) => contact.email)
  for await (const contact of mas.contacts.list()) texts.push(contact.email)
  for await (const contact of page) texts.push(contact.email)
  for await (const { items } of page.pages()) texts.push(String(items.length))
  const { data, response } = await mas.account.get().withResponse()
  texts.push(data.name, String(response.status))
  const invites: Invite[] = await mas.invites.list().toArray({ limit: 10 })
  return texts.concat(invites.map((invite) => invite.email))
}

export function describeEvent(event: WebhookEvent): string {
  switch (event.type) {
    case "email.bounced":
      return `${event.data.to} bounced (${event.data.bounce.type})`
    case "email.received":
      return `${event.data.from} wrote: ${event.data.text}`
    default:
      return event.type
  }
}

export function verify(body: Uint8Array, headers: Headers): string {
  try {
    return describeEvent(verifyWebhook(body, headers, ["whsec_bmV3", "whsec_b2xk"]))
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason
    throw error
  }
}

export const handlers = [
  createWebhookHandler({ secret: "whsec_bmV3", onEvent: (event) => void describeEvent(event) }),
  nodeWebhookHandler({ secret: "whsec_bmV3", onEvent: async (event) => void describeEvent(event) }),
]

export async function using(): Promise<string> {
  await using client = new Mas()
  await using file = await client.attachments.download({ conversationId: 1, messageId: 2, id: 3 })
  await using service = createMockService()
  await using world = service.world.worlds.create()
  return `${await file.text()} ${world.id}`
}

export async function mock(): Promise<string> {
  const server = await startMockServer({ port: 0, clock: "frozen" })
  const service = createMockService()
  const response = await service.fetch(new Request(`${server.url}${contract.account.get.path}`))
  await server.close()
  return `${server.apiKey} ${response.status}`
}
