import type { Received } from "../../../sdk/contract/core/endpoint.ts"
import { type managedAccounts, needsSetupStatuses } from "../../../sdk/contract/managed-accounts.ts"
import type { Tables } from "../tables.ts"
import type { ManagedAccountRow } from "./table.ts"

type Query = Received<typeof managedAccounts.list>["query"]
type Table = Tables["managedAccounts"]

export function findManagedAccounts(table: Table, managerId: number, query: Query): readonly ManagedAccountRow[] {
  const sorted = sortedBy([...table.in("manager", managerId)], query)
  const text = query.q?.trim().toLowerCase() ?? ""
  if (text === "" && query.status === undefined) return sorted
  const statuses = statusesOf(query)
  return sorted.filter(
    ({ status, managed_account, owner }) =>
      (statuses === undefined || statuses.includes(status)) &&
      (text === "" || managed_account.name.toLowerCase().includes(text) || owner.email.toLowerCase().includes(text)),
  )
}

function statusesOf({ status }: Query): readonly string[] | undefined {
  if (status === undefined) return undefined
  return status === "needs_setup" ? needsSetupStatuses : [status]
}

const sortKeys: Readonly<Record<Query["sort"], (record: ManagedAccountRow) => string>> = {
  created_at: ({ created_at }) => created_at,
  name: ({ managed_account }) => managed_account.name.toLowerCase(),
  owner_email: ({ owner }) => owner.email.toLowerCase(),
  status: ({ status }) => status,
}

/** Ties are sorted by id, so that pages neither repeat nor skip records. */
function sortedBy(records: readonly ManagedAccountRow[], { sort, direction }: Query): ManagedAccountRow[] {
  const keyed = records.map((record) => ({ record, key: sortKeys[sort](record) }))
  const sign = direction === "asc" ? 1 : -1
  keyed.sort((a, b) => sign * (a.key < b.key ? -1 : a.key > b.key ? 1 : a.record.id - b.record.id))
  return keyed.map(({ record }) => record)
}
