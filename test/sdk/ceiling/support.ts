import { expect } from "vitest"
import type { CeilingReply, CeilingStore, CeilingUse } from "../../../sdk/stores/index.ts"

export const hour = 3_600_000

/** The use of a call; `n` people for the empty recipient, which stands for unseen ones. */
export const use = (id: string, to: readonly string[] | number, limits: Partial<CeilingUse> = {}): CeilingUse => ({
  budget: "key-1",
  id,
  recipients: typeof to === "number" ? [{ key: "", count: to }] : to.map((key) => ({ key, count: 1 })),
  lease: 1_000,
  ...limits,
})

/** What a step of a random run does. */
export type Step =
  | { readonly kind: "take"; readonly id: number; readonly to: readonly number[] | number; readonly limits: number }
  | { readonly kind: "settle"; readonly which: number; readonly maySent: boolean }
  | { readonly kind: "pass"; readonly ms: number }
  | { readonly kind: "stop"; readonly reason: string }
  | { readonly kind: "start" }

/** Limits that clients of one store may have. */
const limitSets: readonly Partial<CeilingUse>[] = [
  { total: { count: 5, ms: 60_000 } },
  { perRecipient: { count: 2, ms: 30_000 } },
  { total: { count: 4, ms: 20_000 }, perRecipient: { count: 1, ms: 90_000 } },
]

/** A taken use that has not ended. */
interface Pending {
  readonly use: CeilingUse
  readonly count: number
}

/** Runs steps against a store; returns its replies. */
export async function run(
  store: CeilingStore,
  steps: readonly Step[],
  pass: (ms: number) => unknown,
): Promise<CeilingReply[]> {
  const [replies, pending]: [CeilingReply[], Pending[]] = [[], []]
  for (const step of steps) {
    if (step.kind === "take") {
      const limits = limitSets[step.limits]
      const to = typeof step.to === "number" ? 1 + (step.id % 3) : step.to.map((name) => `to-${name}`)
      const one = use(`call-${step.id}`, to, typeof to === "number" ? { total: limits?.total } : limits)
      if (one.total === undefined && one.perRecipient === undefined) continue
      const reply = await store.take(one)
      replies.push(reply)
      if (reply.state === "taken") pending.push({ use: one, count: 1 })
    } else if (step.kind === "settle") {
      const [ended] = pending.splice(pending.length ? step.which % pending.length : 0, 1)
      if (ended) await store.settle(ended.use, step.maySent)
    } else if (step.kind === "pass") await pass(step.ms)
    else if (step.kind === "stop") {
      const before = await store.stopped()
      await store.stop(step.reason)
      const after = await store.stopped()
      expect(after?.reason).toBe(step.reason || before?.reason)
      expect(after?.since).toBe(before?.since ?? after?.since)
    } else await store.start()
  }
  return replies
}
