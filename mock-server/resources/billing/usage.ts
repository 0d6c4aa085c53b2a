import type { World } from "../../world/world.ts"
import type { MeteredResource, UsageRow } from "./usage-table.ts"

const nothing: UsageRow["month"] = { email: 0, sms: 0, ai: 0 }
const monthLength = "2026-03".length

/** An account's current usage; a new calendar month (UTC) starts at zero. */
export function usageOf(world: World, accountId: number): UsageRow {
  const period = world.timestamp().slice(0, monthLength)
  const row = world.tables.usage.get(accountId)
  if (row === undefined) return { id: accountId, period, month: nothing, lifetime: nothing }
  return row.period === period ? row : { ...row, period, month: nothing }
}

export function countUse(world: World, accountId: number, resource: MeteredResource, quantity = 1): void {
  const { period, month, lifetime } = usageOf(world, accountId)
  world.tables.usage.insert({
    id: accountId,
    period,
    month: { ...month, [resource]: month[resource] + quantity },
    lifetime: { ...lifetime, [resource]: lifetime[resource] + quantity },
  })
}
