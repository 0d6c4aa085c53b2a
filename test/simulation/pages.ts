import { APIError } from "../../sdk/index.ts"
import { snapshotOf } from "../support/snapshot-of.ts"
import type { Day } from "./day.ts"
import { clients } from "./steps.ts"
import { must } from "./stock.ts"
import { tableOf } from "./tables.ts"

/** Reads a brand's contacts page by page while one is added: no existing one is skipped, none is repeated. */
export async function readPages(day: Day, client: number): Promise<void> {
  const brandId = clients[client]?.brand === "brand_main" ? 1 : 2
  const before = tableOf(snapshotOf(day.world), "contacts").filter((row) => row.brand_id === brandId)
  const ids: number[] = []
  const mas = day.callers.of(client)
  try {
    for await (const page of mas.contacts.list({ limit: 2 + (day.memory.written.length % 3) }).pages()) {
      ids.push(...page.items.map(({ id }) => id))
      if (page.page > 1) continue
      const address = `added-${++day.memory.added}@pages.test`
      await mas.contacts.create({ email: address }).catch((error: unknown) => {
        if (!(error instanceof Error)) throw error
      })
    }
  } catch (error) {
    // The fault was meant for another request.
    if (error instanceof APIError && error.status >= 500) return
    throw error
  }
  must(new Set(ids).size === ids.length, `reading contacts by pages gives one twice: ${ids}`)
  const skipped = before.filter(({ id }) => !ids.includes(id)).map(({ id }) => id)
  must(skipped.length === 0, `reading contacts by pages skips ${skipped}`)
  day.note(`client ${client} reads its contacts by pages`)
}
