import { defaultSpendCap } from "../store/tables/accounts.ts"

/** A snapshot of version 1 as one of version 2, which has a spend cap in each account and no rate limits; any other as it is. */
export function upgradeSnapshot(snapshot: unknown): unknown {
  if (!isObject(snapshot) || snapshot.version !== 1 || !isObject(snapshot.tables)) return snapshot
  const { rate_limits: _, ...others } = snapshot
  const { accounts } = snapshot.tables
  if (!isObject(accounts) || !Array.isArray(accounts.rows)) return snapshot
  const rows = accounts.rows.map((row) => (isObject(row) ? { spend_cap_monthly_cents: defaultSpendCap, ...row } : row))
  return { ...others, version: 2, tables: { ...snapshot.tables, accounts: { ...accounts, rows } } }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null
