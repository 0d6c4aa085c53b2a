import { mintCredential } from "../../mock-server/resources/credentials/mint-credential.ts"
import type { Called } from "./mock.ts"
import { type Changes, endpointNamed, type Mock, sample } from "./samples.ts"

/** A caller: a credential and the brand that it acts on. */
export interface Side {
  readonly key: string
  readonly sid: string
  readonly brandId: number
}

/** Ids of a brand's records, one of every kind. */
export interface BrandIds {
  readonly contact: number
  readonly channel: number
  readonly list: number
  readonly segment: number
  readonly template: number
  readonly campaign: number
  readonly import: number
  readonly webhook: number
  readonly validation: string
  readonly conversation: number
  readonly mail: number
  readonly attachment: number
}

const accountKinds = ["membership", "invite", "purchase", "checkout"] as const

/** Ids of records that belong to an account, not to a brand. */
export type AccountIds = Readonly<Record<(typeof accountKinds)[number], number>>

export const isAccountKind = (kind: string): kind is keyof AccountIds => accountKinds.some((one) => one === kind)

/** A marker in every text of a side's records, which no other side may see. */
export const marker = "foreign-marker"

/** Makes a call as a side. */
export function callAs({ call }: Mock, { key, sid }: Side, name: string, changes: Changes = {}): Promise<Called> {
  return call(...sample(endpointNamed(name), { key, ...changes, headers: { "X-Brand-SID": sid, ...changes.headers } }))
}

/** The main account's other brand. */
export const second: Side = { key: "maskey_live_mock", sid: "brand_second", brandId: 2 }

/** The client's account with its own key. */
export function client({ world }: Mock): Side {
  return { key: mintCredential(world, { kind: "api_key", account_id: 3 }).token, sid: "brand_client", brandId: 4 }
}

/** Creates one record of every kind that belongs to a brand. */
export async function fillBrand(service: Mock, side: Side): Promise<BrandIds> {
  const { world } = service
  const email = `${marker}@example.test`
  const create = async (name: string, body: unknown, changes: Changes = {}) => {
    const { status, body: record } = await callAs(service, side, name, {
      body,
      idempotencyKey: `fill-${name}`,
      ...changes,
    })
    if (status >= 300) throw new Error(`${name} responded with ${status}: ${JSON.stringify(record)}`)
    return record
  }
  const contact = await create("contacts.create", { email, first_name: marker })
  const list = await create("lists.create", { name: marker })
  await create("lists.updateContacts", { action: "add", emails: [email] }, { params: { id: list.id } })
  const template = await create("templates.create", { name: marker, subject: marker, html: marker })
  const campaign = await create("campaigns.create", { name: marker, subject: marker, template_id: template.id })
  const imported = await create("imports.create", { file: `email\n${marker}\n`, resource: "contacts" })
  const webhook = await create("webhooks.create", {
    url: `https://hooks.example.com/${marker}`,
    events: ["email.sent", "email.received"],
  })
  await create("events.track", { contact_id: contact.id, event: "placed", data: { marker } })
  await create("flows.create", { name: marker, trigger: { event: "placed" }, steps: [] })
  const validation = await create("validations.start", { list_id: list.id })
  const inbox = `inbox@${side.sid.replace("_", "-")}.test`
  const { senders, segments } = world.tables
  senders.insert({ id: senders.nextId(), brand_id: side.brandId, email: inbox, verified: true, inbox: true })
  await create("messages.send", { channel: "email", to: email, from: inbox, subject: marker, body: marker })
  await create(
    "messages.send",
    { channel: "email", to: "bounced@simulator.test", from: inbox, subject: marker, body: marker },
    { idempotencyKey: "bounce" },
  )
  const now = world.timestamp()
  const segment = segments.insert({
    id: segments.nextId(),
    brand_id: side.brandId,
    name: marker,
    origin: "user",
    filters: {},
    created_at: now,
    updated_at: now,
  })
  const mail = service.control.inbound({
    from: "ada@example.test",
    to: inbox,
    subject: marker,
    attachments: [{ filename: `${marker}.txt`, content_type: "text/plain", content_base64: btoa(marker) }],
  })
  const [attachment] = [...world.tables.attachments.all()].slice(-1)
  return {
    contact: contact.id,
    channel: contact.channels[0].id,
    list: list.id,
    segment: segment.id,
    template: template.id,
    campaign: campaign.id,
    import: imported.id,
    webhook: webhook.id,
    validation: validation.operation_id,
    conversation: mail.conversation_id,
    mail: mail.conversation_message_id,
    attachment: attachment?.id ?? 0,
  }
}

/** Creates one record of every kind that belongs to an account. */
export async function fillAccount(service: Mock, side: Side): Promise<AccountIds> {
  const key = { idempotencyKey: "fill" }
  const invite = await callAs(service, side, "invites.create", {
    body: { email: `${marker}@example.test`, role: "member" },
  })
  const purchase = await callAs(service, side, "fundingPurchases.create", key)
  const checkout = await callAs(service, side, "subscription.checkout", key)
  const members = await callAs(service, side, "memberships.list")
  return {
    membership: members.body[0].id,
    invite: invite.body.id,
    purchase: purchase.body.purchase.id,
    checkout: checkout.body.purchase_id,
  }
}
