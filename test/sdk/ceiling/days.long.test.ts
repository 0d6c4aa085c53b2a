import { expect, it } from "vitest"
import { type Day, simulate } from "../../../mock-server/index.ts"
import { Mas, SendCeilingError } from "../../../sdk/index.ts"
import { type CeilingStore, memoryCeiling } from "../../../sdk/stores/index.ts"
import { CeilingLedger } from "../../../sdk/stores/memory-ceiling.ts"
import { repetitions } from "../../support/repetitions.ts"
import { mostWithin } from "../pace/support.ts"

// The first call would load it otherwise, which takes real time.
import "../../../sdk/client/request/ceiling.ts"

const window = 600_000
const [perRecipient, total] = [3, 6]
const people = ["ana", "bo", "cy"].map((name) => `${name}@example.test`)

/** A store with the clock of its own machine: those of the programs jump. */
function storeOf({ world }: Day): CeilingStore {
  const ledger = new CeilingLedger()
  const now = () => Date.parse(world.clock.get().now)
  return {
    ...memoryCeiling(),
    take: async (use) => ledger.take(use, now()),
    settle: async (use, isSent) => ledger.settle(use, isSent, now()),
  }
}

/**
 * Two programs with one store write to three people as often as they can, with keys that they repeat after a crash. In no span of the
 * window's length do more messages arrive than the ceiling says. Returns whether the ceiling was reached, and there was room again:
 * on a day whose clock jumps far they may send little.
 */
async function live(day: Day, store: CeilingStore): Promise<boolean> {
  let refusals = 0
  for (const name of ["one", "two"]) {
    let count = name.length
    day.process(name, async ({ clientOptions }) => {
      const ceiling = { perRecipient: `${perRecipient}/10m`, total: `${total}/10m`, store }
      const mas = new Mas({ ...clientOptions, ceiling, maxRetries: 2 })
      for (;;) {
        const key = `${name}-${count}`
        const to = people[count % people.length] ?? ""
        try {
          await mas.messages.send({ channel: "email", to, subject: key, body: "Hi" }, { idempotencyKey: key })
        } catch (error) {
          if (error instanceof SendCeilingError) refusals++
        }
        count++
        await new Promise((resolve) => setTimeout(resolve, 60_000))
      }
    })
  }
  await day.sleep("40m")
  const moments = (to?: string) =>
    day.world.messages
      .list({ limit: 1_000 })
      .filter((message) => to === undefined || message.to === to)
      .map(({ created_at }) => Date.parse(created_at))
  expect(mostWithin(moments(), window), "in total").toBeLessThanOrEqual(total)
  for (const to of people) expect(mostWithin(moments(to), window), to).toBeLessThanOrEqual(perRecipient)
  return refusals > 0 && moments().length > total
}

/** Lives random days. Returns how many, and on how many of them the ceiling was reached. */
async function days(count: number, change: (store: CeilingStore) => CeilingStore = (store) => store) {
  let reached = 0
  const { runs } = await simulate({ runs: count, faults: "storm", for: "45m", shrinkFor: 0 }, async (day) => {
    if (await live(day, change(storeOf(day)))) reached++
  })
  return { runs, reached }
}

it("no day of crashes and lost responses is ever above the ceiling", { timeout: 14_400_000 }, async () => {
  const { runs, reached } = await days(repetitions(40, 10_000))
  expect(reached).toBeGreaterThan(runs * 0.9)
})

it.each<[string, (store: CeilingStore) => CeilingStore]>([
  ["gives everything back", (store) => ({ ...store, settle: (use) => store.settle(use, false) })],
  ["forgets who is under way", (store) => ({ ...store, take: async () => ({ state: "taken" }) })],
  [
    "counts each repeat's recipients for itself only",
    (store) => ({ ...store, take: (use) => store.take({ ...use, total: undefined }) }),
  ],
])("a store that %s is found out", async (_, broken) => {
  await expect(days(20, broken)).rejects.toThrow(/in total|@example\.test/)
})
