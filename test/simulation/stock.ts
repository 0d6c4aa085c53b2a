import { limits } from "../../sdk/contract/core/limits.ts"
import { snapshotOf } from "../support/snapshot-of.ts"
import type { Day } from "./day.ts"
import { clients } from "./steps.ts"
import { type AnyRow, tableOf } from "./tables.ts"

export function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

/** Invariants that hold whenever nothing is in progress: money, allowance and counts. */
export async function takeStock(day: Day): Promise<void> {
  const snapshot = snapshotOf(day.world)
  const rows = (name: string) => tableOf(snapshot, name)
  await cents(day, rows("fundingPurchases"), rows("validationItems"))
  await capacity(day, rows("messages"), rows("campaigns"))
  await counts(day, rows)
  day.note("stock is taken")
}

/** Paid money is available, or reserved, or was charged for validations. */
async function cents(day: Day, purchases: readonly AnyRow[], items: readonly AnyRow[]): Promise<void> {
  const credited = sum(
    purchases.filter(({ status }) => status === "credited").map(({ amount_cents }) => Number(amount_cents)),
  )
  const recorded = sum(purchases.map(({ credited_cents }) => Number(credited_cents)))
  must(credited === recorded, `purchases of ${credited} cents are credited, and say ${recorded}`)
  const billable = new Map<unknown, number>()
  for (const { validation_id: id, status } of items) {
    if (status === "billable") billable.set(id, (billable.get(id) ?? 0) + 1)
  }
  const running = tableOf(snapshotOf(day.world), "validations").filter(({ status }) => status === "executing")
  const spentCents = sum(
    [...billable].filter(([id]) => !running.some((each) => each.id === id)).map(([, count]) => Math.ceil(count / 2)),
  )
  const funding = await day.callers.of(0).funding.get()
  const there = funding.available_cents + funding.reserved_cents
  must(there + spentCents === credited, `${credited} cents credited, ${there} there, ${spentCents} spent`)
}

/** The allowance counts the last 24 hours, pending or sent. */
async function capacity(day: Day, messages: readonly AnyRow[], campaigns: readonly AnyRow[]): Promise<void> {
  const { commercial_capacity: capacity } = await day.callers.of(0).delivery.status()
  const since = day.now() - limits.capacityWindow
  const recent = messages.filter(
    ({ created_at, channel }) => channel === "email" && Date.parse(String(created_at)) > since,
  )
  // These campaigns are sent in one part, which is their last change.
  const ofCampaigns = campaigns.filter(({ updated_at }) => Date.parse(String(updated_at)) > since)
  const sent = recent.length + sum(ofCampaigns.map(({ sent_count }) => Number(sent_count)))
  const { accepted, reserved, remaining, limit } = capacity
  must(reserved + accepted === sent, `${sent} sent in a day, ${accepted + reserved} counted`)
  must(remaining === limit - accepted - reserved, `${remaining} of ${limit} remain after ${accepted + reserved}`)
}

/** A list's count matches its contacts, by each way to ask, and imports have read all their rows. */
async function counts(day: Day, rows: (name: string) => readonly AnyRow[]): Promise<void> {
  for (const [client, brandId] of [
    [0, 1],
    [2, 2],
  ] as const) {
    const mas = day.callers.of(client)
    const of = (name: string) => rows(name).filter((row) => row.brand_id === brandId).length
    must(clients[client].brand === (brandId === 1 ? "brand_main" : "brand_second"), "clients act where they always did")
    const { totalCount: contacts } = await mas.contacts.list({ limit: 1 })
    must(contacts === of("contacts"), `brand ${brandId} has ${of("contacts")} contacts, and says ${contacts}`)
    const { totalCount: messages } = await mas.messages.list({ limit: 1 })
    must(messages === of("messages"), `brand ${brandId} has ${of("messages")} messages, and says ${messages}`)
  }
  const { items } = await day.callers.of(0).lists.list()
  for (const { id, contacts_count } of items) {
    const { totalCount } = await day.callers.of(0).contacts.list({ list_id: id, limit: 1 })
    must(totalCount === contacts_count, `list ${id} counts ${contacts_count} and holds ${totalCount}`)
  }
  for (const { id, status, total_rows, success_rows, failed_rows } of rows("imports")) {
    const is = [total_rows, success_rows, failed_rows].join()
    must(status !== "complete" || is === "3,2,1", `import ${id} of 2 good rows and a bad one counts ${is}`)
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
