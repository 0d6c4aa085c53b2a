/*
 * Endpoints, listed by `npm run generate`.
 * list: GET /v1/my/contacts
 * create: POST /v1/my/contacts
 */

import type { ContactCreate } from "../../../sdk/contract/contacts.ts"
import { isEmail } from "../../../sdk/contract/core/text-patterns.ts"
import { inPieces } from "../../base/event-loop.ts"
import { heapLeft } from "../../base/host.ts"
import { conflict, invalid } from "../../base/mock-error.ts"
import { replayed } from "../../base/reply.ts"
import type { World } from "../../world/world.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { findContacts } from "./search.ts"
import { type ContactRow, emailKey } from "./table.ts"

/** The fields of a contact to add or complete; omitted ones stay unchanged. */
export interface ContactDetails extends ContactCreate {
  /** The brand's own fields, merged into the existing ones. */
  readonly data?: Readonly<Record<string, unknown>> | undefined
  /** The lists to join: unique, and all of the brand. */
  readonly list_ids?: number[] | undefined
}

/** Adds a contact to a brand, or completes the one with this e-mail, ignoring case. `source` is the origin of a new contact. */
export function saveContact(
  world: World,
  brandId: number,
  details: ContactDetails,
  source: string,
): { readonly contact: ContactRow; readonly created: boolean } {
  const existing = world.tables.contacts.find("email", emailKey(brandId, details.email))
  return existing === undefined
    ? { contact: addContact(world, brandId, details, source), created: true }
    : { contact: completeContact(world, existing, details), created: false }
}

// Most contacts have no own fields and no list: they share these objects.
const noData: Record<string, unknown> = {}
const noLists: number[] = []

function addContact(world: World, brandId: number, details: ContactDetails, source: string): ContactRow {
  const { contacts } = world.tables
  const id = contacts.nextId()
  const now = world.timestamp()
  const subscribed = details.opt_in ?? false
  return contacts.insert({
    id,
    brand_id: brandId,
    uuid: world.random.uuid(),
    email: details.email,
    first_name: details.first_name ?? null,
    last_name: details.last_name ?? null,
    source,
    data: details.data ?? noData,
    subscribed_email: subscribed,
    list_ids: details.list_ids ?? noLists,
    channels: [
      {
        id: emailChannelId(id),
        kind: "email",
        value: details.email,
        subscribed,
        opt_in_at: subscribed ? now : null,
        opt_out_at: null,
      },
    ],
    created_at: now,
    updated_at: now,
  })
}

function completeContact(world: World, contact: ContactRow, details: ContactDetails): ContactRow {
  const subscribed = details.opt_in ?? contact.subscribed_email
  return world.tables.contacts.change(world, contact, {
    first_name: details.first_name ?? contact.first_name,
    last_name: details.last_name ?? contact.last_name,
    data: details.data === undefined ? contact.data : { ...contact.data, ...details.data },
    subscribed_email: subscribed,
    list_ids: union(contact.list_ids, details.list_ids ?? noLists),
    channels:
      subscribed === contact.subscribed_email
        ? contact.channels
        : optedChannels(contact, subscribed, world.timestamp()),
  })
}

const optedChannels = ({ channels }: ContactRow, subscribed: boolean, now: string): ContactRow["channels"] =>
  channels.map((channel) => ({ ...channel, subscribed, [subscribed ? "opt_in_at" : "opt_out_at"]: now }))

function union(ids: number[], more: readonly number[]): number[] {
  const added = more.filter((id) => !ids.includes(id))
  return added.length === 0 ? ids : [...ids, ...added].sort((a, b) => a - b)
}

/** Every contact has one channel, its e-mail. The channel's id is computed from the contact's id: unique without an index. */
const emailChannelId = (contactId: number) => contactId * 10 + 1

export function contactOfChannel(world: World, channelId: number): ContactRow | undefined {
  const contactId = (channelId - 1) / 10
  return Number.isInteger(contactId) ? world.tables.contacts.get(contactId) : undefined
}

/**
 * Adds contacts for load tests, all opted in: `<prefix>-<number>@load.test`, numbered on from the existing ones. Resolves with
 * the number of contacts that the brand then has. Millions take a while, in which other requests are answered.
 */
export async function fillContacts(world: World, brandId: number, count: number, prefix = "contact"): Promise<number> {
  if (!isEmail(`${prefix}-1@load.test`)) throw invalid({ prefix: ["cannot begin an e-mail address"] })
  refuseTooMany(count, heapLeft())
  await inPieces(world.clock.host, addingContacts(world, brandId, count, prefix))
  return world.tables.contacts.count("brand", brandId)
}

/** Bytes of a contact with its indexes. */
const contactBytes = 700

/** A process without memory ends, and the world with it. `left` are the bytes that are left. */
export function refuseTooMany(count: number, remaining: number): void {
  const most = Math.floor(remaining / contactBytes)
  if (count <= most) return
  const heap = "start the server with more, such as NODE_OPTIONS=--max-old-space-size=8192 (MiB)"
  throw invalid({ count: [`must be at most ${most}: the process has no memory for more; ${heap}`] })
}

function* addingContacts(world: World, brandId: number, count: number, prefix: string): Generator<void, void> {
  const { contacts } = world.tables
  let number = contacts.size
  for (let remaining = count; remaining > 0; remaining--) {
    if (world.scheduler.isClosed)
      throw conflict("The world was reset, restored or deleted before all contacts were added")
    let email: string
    do email = `${prefix}-${++number}@load.test`
    while (contacts.find("email", emailKey(brandId, email)) !== undefined)
    addContact(world, brandId, { email, first_name: "Load", last_name: prefix, opt_in: true }, "api")
    yield
  }
}

export const contactHandlers: HandlersFor<"contacts"> = {
  list: (world, caller, { query, page }) => world.tables.contacts.pageOf(findContacts(world, caller, query), page),

  create(world, { brand }, { body }) {
    const { contact, created } = saveContact(world, brand.id, body, "api")
    return created ? contact : replayed(contact)
  },
}
