import type { TableRow } from "../../control/tables.ts"

const named = ["email", "name", "subject", "title", "checkout_url"]

/** A record in a few words. */
export function lineOf(row: TableRow): string {
  const { managed_account, owner, amount_cents, to, subject } = row
  if (typeof to === "string" && typeof subject === "string") return `${subject}, to ${to}`
  if (hasText(managed_account, "name") && hasText(owner, "email")) return `${managed_account.name}, for ${owner.email}`
  if (typeof amount_cents === "number") return `${(amount_cents / 100).toFixed(2)}`
  const name = named.map((field) => row[field]).find((value) => typeof value === "string" && value !== "")
  return typeof name === "string" ? name : `record ${row.id}`
}

/** How a record stands, in words that have no state table. */
export function stateOf({ status, reason, active, subscribed_email }: TableRow): readonly string[] {
  if (typeof status === "string") return [status]
  if (typeof reason === "string") return active === false ? [reason, "expired"] : [reason]
  if (typeof subscribed_email === "boolean") return [subscribed_email ? "subscribed" : "not subscribed"]
  return []
}

const hasText = <K extends string>(value: unknown, field: K): value is Readonly<Record<K, string>> =>
  typeof value === "object" && value !== null && field in value && typeof Reflect.get(value, field) === "string"

const lines: Readonly<Record<string, string>> = {
  contacts: 'await mas.contacts.create({ email: "ada@example.test", first_name: "Ada" })',
  suppressions: "mas messages send --channel email --to bounced@simulator.test --subject Hi --body Hello",
  grants: "mas mock fixtures --to world.yaml   # accounts.manager.clients has a grant each",
  managedAccounts: "mas managed-accounts create --help",
  fundingPurchases: 'await mas.fundingPurchases.create({ amount_cents: 5_000 }, { idempotencyKey: "funding-2026-01" })',
  planCheckouts: 'await mas.subscription.checkout({ plan_id: 2 }, { idempotencyKey: "upgrade-2026-01" })',
  campaigns: 'await mas.campaigns.create({ name: "Spring" })',
  flows: 'await mas.flows.create({ name: "Welcome" })',
  outbox: 'await mas.invites.create({ email: "ben@example.test", role: "member" })',
}

/** The line that makes a record of a table. */
export const teaching = (table: string): string => lines[table] ?? "mas help mock"
