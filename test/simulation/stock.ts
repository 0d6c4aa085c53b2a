import type { MockWorld } from "../../mock-server/index.ts"
import { limits } from "../../sdk/contract/core/limits.ts"
import type { Answer, Write } from "./clients.ts"

/** What of a day is counted. */
interface Stocked {
  readonly world: MockWorld
  readonly memory: { readonly writes: readonly Write[] }
  now(): number
  call(client: number, method: string, path: string): Promise<Answer>
}

export function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

/** What holds whenever nothing is under way. */
export async function takeStock(day: Stocked): Promise<void> {
  // Of a write that was cut nobody knows yet what it cost.
  if (day.memory.writes.every(({ answers }) => answers.length > 0)) await cents(day)
  await capacity(day)
}

/** What was credited is there, or reserved, or was charged for what was validated. */
async function cents(day: Stocked): Promise<void> {
  let credited = 0
  let spent = 0
  for (const { key, answers } of day.memory.writes) {
    const { purchase, operation_id } = answers[0]?.body ?? {}
    if (key.startsWith("fund") && purchase) {
      credited += (await day.call(0, "GET", `/v1/my/billing/funding/purchases/${purchase.id}`)).body.purchase
        .credited_cents
    }
    if (key.startsWith("validate") && operation_id) {
      const { body: items } = await day.call(0, "GET", `/v1/my/validation_operations/${operation_id}/items?limit=100`)
      spent += Math.ceil(items.filter((item: { status: string }) => item.status === "billable").length / 2)
    }
  }
  const { body: funding } = await day.call(0, "GET", "/v1/my/billing/funding")
  const there = funding.available_cents + funding.reserved_cents
  must(there + spent === credited, `${credited} cents credited, ${there} there, ${spent} spent`)
}

/** The allowance counts what the last 24 hours hold, on its way or sent. */
async function capacity(day: Stocked): Promise<void> {
  const { body } = await day.call(0, "GET", "/v1/my/delivery/status")
  const { accepted, reserved, remaining, limit } = body.commercial_capacity
  const since = day.now() - limits.capacityWindow
  const recent = day.world.messages.list({ limit: 10_000 }).filter(({ created_at }) => Date.parse(created_at) > since)
  must(reserved + accepted === recent.length, `${recent.length} sent in a day, ${accepted + reserved} counted`)
  must(remaining === limit - accepted - reserved, `${remaining} of ${limit} remain after ${accepted}`)
}
