import { defaultSpendCap } from "../store/tables/accounts.ts"

/** A snapshot as this version reads it: a credential names its `storefront`, which was its `shop`. */
export const upgradeSnapshot = (snapshot: unknown): unknown => withStorefronts(fromVersion1(snapshot))

function withStorefronts(snapshot: unknown): unknown {
  if (!isObject(snapshot) || !isObject(snapshot.tables)) return snapshot
  const { credentials } = snapshot.tables
  if (!isObject(credentials) || !Array.isArray(credentials.rows)) return snapshot
  const rows = credentials.rows.map((row) => {
    if (!isObject(row) || !("shop" in row)) return row
    const { shop, ...others } = row
    return { ...others, storefront: shop }
  })
  return { ...snapshot, tables: { ...snapshot.tables, credentials: { ...credentials, rows } } }
}

/** A snapshot of version 1 as one of version 2, which has a spend cap in each account and no rate limits; any other as it is. */
function fromVersion1(snapshot: unknown): unknown {
  if (!isObject(snapshot) || snapshot.version !== 1 || !isObject(snapshot.tables)) return snapshot
  const { rate_limits: _, ...others } = snapshot
  const { accounts } = snapshot.tables
  if (!isObject(accounts) || !Array.isArray(accounts.rows)) return snapshot
  const rows = accounts.rows.map((row) => (isObject(row) ? { spend_cap_monthly_cents: defaultSpendCap, ...row } : row))
  return { ...others, version: 2, tables: { ...snapshot.tables, accounts: { ...accounts, rows } } }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null
