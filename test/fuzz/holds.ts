import { whyMessage } from "../../mock-server/resources/messages/why.ts"
import { takeSnapshot } from "../../mock-server/world/snapshot.ts"
import type { World } from "../../mock-server/world/world.ts"

/** The parts of a world as text, to compare around a refused request; not its faults, which count. */
export function partsOf(world: World): ReadonlyMap<string, string> {
  const { faults: _, ...state } = takeSnapshot(world)
  return new Map(Object.entries(state).map(([part, value]) => [part, JSON.stringify(value)]))
}

/** A refused request has no effect: no record, no timer, no used idempotency key. */
export function changesSince(before: ReadonlyMap<string, string>, world: World): string[] {
  const after = partsOf(world)
  return [...before].flatMap(([part, text]) => (after.get(part) === text ? [] : [`a refusal changed ${part}`]))
}

/** Violated invariants of a world that only the service has changed: money, counts and ownership. */
export function broken(world: World): string[] {
  return [...cents(world), ...counts(world), ...owners(world)]
}

/** Credited cents are available, reserved, or spent: a cent per two billable items, rounded up once per operation. */
function* cents({ tables }: World): Generator<string> {
  for (const { id, funding_available_cents, funding_reserved_cents } of tables.accounts.all()) {
    const purchases = [...tables.fundingPurchases.all()].filter(({ account_id }) => account_id === id)
    const credited = sum(purchases.map(({ credited_cents }) => credited_cents))
    const paid = sum(purchases.map(({ status, amount_cents }) => (status === "credited" ? amount_cents : 0)))
    if (credited !== paid) yield `account ${id}: ${paid} cents are paid, ${credited} credited`
    const there = funding_available_cents + funding_reserved_cents
    const accountValidations = [...tables.validations.all()].filter(({ account_id }) => account_id === id)
    const spentCents = sum(
      accountValidations.map((one) => (isOver(one.status) ? Math.ceil(one.progress.billable / 2) : 0)),
    )
    if (there + spentCents !== credited)
      yield `account ${id}: ${credited} cents credited, ${there} there, ${spentCents} spent`
    if (funding_available_cents < 0 || funding_reserved_cents < 0) yield `account ${id} has less than nothing`
  }
}

const isOver = (status: string) => ["committed", "partially_committed", "failed"].includes(status)

/** Indexes and counters match the number of records. */
function* counts({ tables }: World): Generator<string> {
  for (const { id } of tables.brands.all()) {
    for (const name of ["contacts", "messages", "lists", "templates", "webhooks"] as const) {
      const rows = [...tables[name].all()].filter(({ brand_id }) => brand_id === id).length
      const rowCount = tables[name].count("brand", id)
      if (rows !== rowCount) yield `brand ${id}: ${rows} ${name} are there, ${rowCount} are found`
    }
    if (tables.webhooks.count("brand", id) > 10) yield `brand ${id} has more than ten webhooks`
  }
  for (const { id, status, total_rows, success_rows, failed_rows } of tables.imports.all()) {
    const isWhole = status !== "complete" || total_rows === success_rows + failed_rows
    if (!isWhole) yield `import ${id}: ${success_rows} and ${failed_rows} are not ${total_rows}`
  }
  const addresses = [...tables.contacts.all()].map(({ brand_id, email }) => `${brand_id} ${email.toLowerCase()}`)
  if (new Set(addresses).size !== addresses.length) yield "two contacts of a brand have one address"
}

/** A record refers only to records of its own brand. */
function* owners({ tables }: World): Generator<string> {
  for (const { id, brand_id, list_ids } of tables.contacts.all()) {
    const strange = list_ids.filter((list) => tables.lists.get(list)?.brand_id !== brand_id)
    if (strange.length > 0) yield `contact ${id} is on lists ${strange} of another brand`
  }
  for (const { id, brand_id, contact_id } of tables.events.all()) {
    if (tables.contacts.get(contact_id)?.brand_id !== brand_id) yield `event ${id} is of a contact of another brand`
  }
  for (const { id, brand_id, template_id } of tables.campaigns.all()) {
    const template = template_id === null || template_id === undefined ? undefined : tables.templates.get(template_id)
    if (template !== undefined && template.brand_id !== brand_id) yield `campaign ${id} has another brand's template`
  }
  for (const { id, webhook_id } of tables.webhookDeliveries.all()) {
    if (tables.webhooks.get(webhook_id) === undefined) yield `delivery ${id} is of no webhook`
  }
}

/** A message's reasons must be in order of time and end with its status. */
export function* wrongReasons(world: World): Generator<string> {
  for (const { id, status } of world.tables.messages.all()) {
    const reasons = whyMessage(world, id)
    const last = reasons.at(-1)?.what ?? ""
    if (!last.startsWith(`Status ${status}:`) && !last.startsWith(`Status stays ${status}:`))
      yield `message ${id} is ${status}: ${last}`
    const times = reasons.flatMap(({ at }) => at ?? [])
    if (times.join() !== times.toSorted().join()) yield `message ${id} has reasons out of order: ${times}`
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
