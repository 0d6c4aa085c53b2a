import { isEmail } from "../../sdk/contract/core/text-patterns.ts"
import { invalid } from "../base/service-error.ts"
import { type ContactRow, emailKey } from "../store/tables/contacts.ts"
import type { World } from "../world/world.ts"

/** What is known of a contact by one who adds or completes it; what is left out stays as it is. */
export interface ContactDetails {
  readonly email: string
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly opt_in?: boolean | undefined
  /** The brand's own fields, added to those that are there. */
  readonly data?: Readonly<Record<string, unknown>> | undefined
  /** The lists to join; each once, all of the brand. */
  readonly list_ids?: number[] | undefined
}

/**
 * Adds a contact to a brand, or completes the one with this e-mail: the two are the same whatever their capital letters.
 * `source` is where one that is added comes from.
 */
export function saveContact(
  world: World,
  brandId: number,
  details: ContactDetails,
  source: string,
): { readonly contact: ContactRow; readonly created: boolean } {
  const known = world.tables.contacts.find("email", emailKey(brandId, details.email))
  return known === undefined
    ? { contact: addContact(world, brandId, details, source), created: true }
    : { contact: completeContact(world, known, details), created: false }
}

// Most contacts have no fields of their own and are on no list: they share these.
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

/** The channels after the contact's agreement was given or taken back. */
const optedChannels = ({ channels }: ContactRow, subscribed: boolean, now: string): ContactRow["channels"] =>
  channels.map((channel) => ({ ...channel, subscribed, [subscribed ? "opt_in_at" : "opt_out_at"]: now }))

/** `ids` with what `more` adds; the same array when that is nothing. */
function union(ids: number[], more: readonly number[]): number[] {
  const added = more.filter((id) => !ids.includes(id))
  return added.length === 0 ? ids : [...ids, ...added].sort((a, b) => a - b)
}

/** Every contact has one channel, its e-mail, whose id follows from the contact's: ids that differ, and no index. */
const emailChannelId = (contactId: number) => contactId * 10 + 1

/** The contact that a channel belongs to. */
export function contactOfChannel(world: World, channelId: number): ContactRow | undefined {
  const contactId = (channelId - 1) / 10
  return Number.isInteger(contactId) ? world.tables.contacts.get(contactId) : undefined
}

/**
 * Fills a brand with contacts for load work, all opted in: `<prefix>-<number>@load.test`, numbered on from those there are.
 * Answers how many contacts the brand then has.
 */
export function fillContacts(world: World, brandId: number, count: number, prefix = "contact"): number {
  const { contacts } = world.tables
  if (!isEmail(`${prefix}-1@load.test`)) throw invalid({ prefix: ["cannot begin an e-mail address"] })
  let number = contacts.size
  for (let left = count; left > 0; left--) {
    let email: string
    do email = `${prefix}-${++number}@load.test`
    while (contacts.find("email", emailKey(brandId, email)) !== undefined)
    addContact(world, brandId, { email, first_name: "Load", last_name: prefix, opt_in: true }, "api")
  }
  return contacts.count("brand", brandId)
}
