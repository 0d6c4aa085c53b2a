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
