import { limits } from "../../sdk/contract/core/limits.ts"
import type { Day } from "./day.ts"
import { must, takeStock } from "./stock.ts"

/** What holds on every day, whatever befell it. */
export async function check(day: Day): Promise<void> {
  oneEffectAKey(day)
  exactLadder(day)
  await takeStock(day)
}

/** Every definite answer to a key is of one record, and no other record was made with it. */
function oneEffectAKey(day: Day): void {
  const records = (key: string, body: { id?: number; operation_id?: string; purchase?: { id: number } }) =>
    `${key.split("-", 1)[0]} ${body.purchase?.id ?? body.operation_id ?? body.id}`
  const owners = new Map<string, string>()
  let messages = 0
  for (const { key, answers } of day.memory.writes) {
    const made = answers.filter(({ status }) => status < 300)
    must(made.length === answers.length || made.length === 0, `${key} was refused and made`)
    const ids = new Set(made.map(({ body }) => records(key, body)))
    must(ids.size <= 1, `${key} had ${ids.size} effects: ${[...ids].join(", ")}`)
    for (const id of ids) {
      must(!owners.has(id), `${key} and ${owners.get(id)} share ${id}`)
      owners.set(id, key)
      if (key.startsWith("send")) messages++
    }
  }
  const sent = day.world.messages.list({ limit: 10_000 }).length
  must(sent === messages, `${messages} messages were asked for, ${sent} are there`)
}

/** Attempts of a delivery are the ladder's delays apart, numbered without a gap, and none is made while its endpoint is off. */
function exactLadder({ world, memory }: Day): void {
  const attempts = new Map<number, { at: number; number: number; webhookId: number }[]>()
  for (const { delivery_id, webhook_id, sent_at, attempt } of world.deliveries()) {
    const one = { at: Date.parse(sent_at), number: attempt, webhookId: webhook_id }
    attempts.set(delivery_id, [...(attempts.get(delivery_id) ?? []), one])
  }
  for (const [id, made] of attempts) {
    made.forEach(({ at, number, webhookId }, place) => {
      const before = made[place - 1]
      must(number === place + 1, `delivery ${id}: attempt ${number} in place ${place + 1}`)
      const delay = limits.webhookRetryDelays[place - 1]
      must(!before || at - before.at === delay, `delivery ${id}: attempt ${number} after ${at - (before?.at ?? 0)} ms`)
      const off = memory.pauses.find(
        (pause) => pause.webhookId === webhookId && pause.from < at && at < (pause.to ?? at),
      )
      must(off === undefined, `delivery ${id}: attempt ${number} while its endpoint was off`)
    })
  }
}
