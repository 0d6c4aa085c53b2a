import type { BrandFixture } from "../base/models.gen.ts"
import type { BrandRow } from "../resources/account/brands-table.ts"
import type { CredentialRow } from "../resources/credentials/table.ts"
import type { World } from "../world/world.ts"

export function writeBrand(
  world: World,
  { id, name, is_default }: BrandRow,
  listIds: readonly number[],
  later: WriteLater,
): BrandFixture {
  const { senders, contacts, lists, segments, templates, webhooks } = world.tables
  return {
    name,
    default: is_default,
    senders: [...senders.in("brand", id)].map(({ email, verified, inbox }) => ({ email, verified, inbox })),
    contacts: later(contacts.list("brand", id), (contact) => ({
      email: contact.email,
      first_name: contact.first_name ?? null,
      last_name: contact.last_name ?? null,
      opt_in: contact.subscribed_email,
      source: contact.source ?? null,
      data: contact.data,
      uuid: contact.uuid,
    })),
    lists: [...lists.in("brand", id)].map((list) => ({
      name: list.name,
      contacts: later(contacts.list("list", list.id), ({ email }) => email),
    })),
    segments: [...segments.in("brand", id)].map(({ name, origin, filters }) => ({
      name,
      origin,
      filters: Array.isArray(filters.list_ids)
        ? { ...filters, list_ids: filters.list_ids.map((id) => listIds.indexOf(id) + 1) }
        : filters,
    })),
    templates: [...templates.in("brand", id)].map((template) => ({
      name: template.name,
      subject: template.subject,
      html: template.html,
      body: template.body,
      preheader: template.preheader,
      from_name: template.from_name,
      from_email: template.from_email,
      reply_to: template.reply_to,
      version: template.version,
      variables: template.variables,
    })),
    webhooks: [...webhooks.in("brand", id)].map(({ url, events, status, secret }) => ({
      url,
      events: [...events],
      enabled: status !== "disabled",
      secret,
    })),
    public_keys: keysOf(world, "public_key", { brand_id: id }),
    storefronts: installed(world, { brand_id: id }).flatMap(({ storefront }) => storefront ?? []),
  }
}

/** Returns a list that is written once all rows of the document are gathered: a row never changes, so the document is of one moment. */
export type WriteLater = <R, F>(rows: readonly R[], write: (row: R) => F) => F[]

type Whose = Partial<Pick<CredentialRow, "account_id" | "brand_id" | "grant_id">>

export const keysOf = (world: World, kind: CredentialRow["kind"], whose: Whose): string[] =>
  valid(world, kind, whose).map(({ token }) => token)

const installed = (world: World, whose: Whose) => valid(world, "storefront_token", whose)

function valid(world: World, kind: CredentialRow["kind"], whose: Whose): CredentialRow[] {
  const fields = Object.entries(whose)
  return [...world.tables.credentials.all()].filter(
    (row) =>
      row.kind === kind &&
      row.revoked_at === null &&
      fields.every(([field, value]) => row[field as keyof Whose] === value),
  )
}
