import type { MockWorld } from "../../../mock-server/index.ts"
import { receipt } from "./outbox-checks.ts"

/** Counts: orders without a receipt or with a second one; messages without an order or unknown to the outbox. */
export interface Faults {
  readonly missing: number
  readonly twice: number
  readonly strange: number
  readonly unknown: number
}

export const noFaults: Faults = { missing: 0, twice: 0, strange: 0, unknown: 0 }

/** Compares the messages of the service with the orders 0 to `orders` and the outbox that should have sent them. */
export async function faultsOf(
  world: MockWorld,
  orders: number,
  ask: (query: string) => Promise<readonly object[]>,
): Promise<Faults> {
  const ordered = new Set(Array.from({ length: orders }, (_, order) => receipt(order).subject ?? null))
  const messages = world.messages.list()
  const sent = new Set(messages.map(({ subject }) => subject))
  const ids = new Set((await ask("select message_id from mas_outbox")).map((row) => Number(Object.values(row)[0])))
  return {
    missing: [...ordered].filter((subject) => !sent.has(subject)).length,
    twice: messages.length - sent.size,
    strange: [...sent].filter((subject) => !ordered.has(subject)).length,
    unknown: messages.filter(({ id }) => !ids.has(id)).length,
  }
}
