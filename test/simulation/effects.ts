import { snapshotOf } from "../support/snapshot-of.ts"
import type { Day } from "./day.ts"
import { isDefinite, isMade } from "./memory.ts"
import { clients, markOf, type WriteStep } from "./steps.ts"
import { must } from "./stock.ts"
import { type AnyRow, tableOf } from "./tables.ts"
import { writes } from "./writes.ts"

/** Every write has one effect: none if it was refused, at most one if its client never got a definite answer. */
export function oneEffectEach(day: Day): void {
  const snapshot = snapshotOf(day.world)
  const rowsOf = (table: string) => tableOf(snapshot, table)
  const rowsByTable = new Map<string, Map<string, AnyRow[]>>()
  const effectsOf = (table: string, mark: string) => {
    const rowsByMark = rowsByTable.get(table) ?? byMark(rowsOf(table))
    rowsByTable.set(table, rowsByMark)
    return rowsByMark.get(mark) ?? []
  }
  for (const write of day.memory.written) {
    const { makes, keyed } = writes[write.endpoint] ?? {}
    if (makes === undefined) continue
    const definite = (day.memory.responses[write.number] ?? []).filter(isDefinite)
    const created = definite.filter(isMade)
    const name = `write ${write.number} (${write.endpoint})`
    must(!definite.some(({ code }) => code === "idempotency_conflict"), `${name} is taken for another with its key`)
    must(created.length === 0 || created.length === definite.length, `${name} was refused and made`)
    if (keyed && write.key !== undefined) {
      const ids = new Set(created.map(({ id }) => id))
      must(ids.size <= 1, `${name} had ${ids.size} effects: ${[...ids].join(", ")}`)
    }
    if (!isMarked(makes)) continue
    const effects = effectsOf(makes, markOf(write))
    const isKept = created.length > 0 && !removable.has(makes)
    const [least, most] = definite.length === 0 ? [0, 1] : [isKept ? 1 : 0, created.length > 0 ? 1 : 0]
    must(effects.length >= least && effects.length <= most, `${name} made ${effects.length} in ${makes}, not ${most}`)
    for (const row of effects) isOfItsBrand(name, write, row)
  }
  for (const [table, endpoint] of unmarked) {
    const ids = new Set<unknown>()
    for (const write of day.memory.written) {
      if (write.endpoint !== endpoint) continue
      const id = day.memory.responses[write.number]?.find(isMade)?.id
      must(id === undefined || !ids.has(id), `${id} in ${table} is the effect of two writes`)
      if (id !== undefined) ids.add(id)
    }
    const rows = rowsOf(table).length
    must(rows === ids.size, `${ids.size} writes made one in ${table}, there are ${rows}`)
  }
}

/** Tables from which another write may have removed the row. */
const removable: ReadonlySet<string> = new Set(["webhooks"])

/** Tables whose rows do not contain the mark of their write. */
const unmarked: readonly (readonly [table: string, endpoint: string])[] = [
  ["fundingPurchases", "fundingPurchases.create"],
  ["validations", "validations.start"],
  ["planCheckouts", "subscription.checkout"],
]

const isMarked = (table: string) => table !== "imports" && !unmarked.some(([name]) => name === table)

/** The rows that contain a mark, by the mark. */
function byMark(rows: readonly AnyRow[]): Map<string, AnyRow[]> {
  const rowsByMark = new Map<string, AnyRow[]>()
  for (const row of rows) {
    const [mark] = /w\d+x/.exec(JSON.stringify(row)) ?? []
    if (mark !== undefined) rowsByMark.set(mark, [...(rowsByMark.get(mark) ?? []), row])
  }
  return rowsByMark
}

/** A row written in one brand is never in another. */
function isOfItsBrand(name: string, { client, endpoint }: WriteStep, row: AnyRow): void {
  if (row.brand_id === undefined || (writes[endpoint]?.actor ?? "key") !== "key") return
  const expectedBrand = clients[client]?.brand === "brand_main" ? 1 : 2
  must(row.brand_id === expectedBrand, `${name} of brand ${expectedBrand} stands in brand ${row.brand_id}`)
}
