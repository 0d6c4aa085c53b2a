import { expect, it } from "vitest"
import { checks } from "../../../mock-server/testing/store-kit/checks.ts"
import { transactionChecks } from "../../../mock-server/testing/store-kit/transaction-checks.ts"
import { testWebhookStore } from "../../../mock-server/testing/test-webhook-store.ts"
import { memoryStore, type TransactionalStore } from "../../../sdk/webhooks/index.ts"
import { memoryTransactions } from "./memory-transactions.ts"

type Store = TransactionalStore<string[]>

const states = ["mine", "busy", "done"] as const
type State = (typeof states)[number]

/**
 * Tests a correct store whose response number `liar` is false, in variant `lie`. Returns all calls with their answers,
 * the violated rules, and the number of false variants of that response.
 */
async function judged(liar: number, lie: number) {
  const questions: string[] = []
  let time = 0
  let lies = 0
  /** Returns a false response to the chosen call, and the true one to all others. */
  async function answered<T>(question: string, truth: Promise<T>, liesFor: (truth: T) => (() => T)[]): Promise<T> {
    const at = questions.push(question) - 1
    const response = await truth
    questions[at] = `${question}: ${Object(response).state ?? response}`
    if (at !== liar) return response
    const all = liesFor(response)
    lies = all.length
    return all[lie]?.() ?? response
  }
  const effects: string[] = []
  const plain = memoryStore({ now: () => time })
  const transact = memoryTransactions(plain, effects)
  const others = (state: State) => states.filter((other) => other !== state)
  const not = (value: boolean) => [() => !value]
  const from = (name: string): Store => ({
    claim: (id, options) =>
      answered(`${name} claim ${id}, ${options.lease} ms`, Promise.resolve(plain.claim(id, options)), ({ state }) =>
        others(state).map((other) => () => (other === "mine" ? { state: other, owner: "nobody" } : { state: other })),
      ),
    complete: (id, owner) => answered(`${name} complete ${id}`, Promise.resolve(plain.complete(id, owner)), not),
    release: (id, owner) => answered(`${name} release ${id}`, Promise.resolve(plain.release(id, owner)), not),
    async transact(id, work, options) {
      let error: unknown
      const outcome = Promise.resolve(transact(id, work, options)).catch((thrown: unknown) => {
        error = thrown
        return "thrown" as const
      })
      const response = await answered(`${name} transact ${id}, ${options.lease} ms`, outcome, (truth) => [
        ...(truth === "thrown" ? states : others(truth)).map((other) => () => other),
        () => {
          effects.push(id)
          return truth
        },
        () => {
          if (effects.includes(id)) effects.splice(effects.indexOf(id), 1)
          return truth
        },
      ])
      if (response === "thrown") throw error
      return response
    },
  })
  const failures: readonly string[] = await testWebhookStore(
    () => ({
      store: from("store"),
      other: from("other"),
      pass(ms: number) {
        time += ms
        questions.push(`${ms} ms pass`)
      },
      effects: { write: (drafts, name) => drafts.push(name), written: () => effects },
    }),
    { claims: 12 },
  ).then(
    () => [],
    (error) => error.failures,
  )
  return { questions, failures, lies }
}

it("testWebhookStore detects each false answer by exactly the rule it violates", { tags: "slow" }, async () => {
  const { questions, failures } = await judged(-1, 0)
  expect(failures).toEqual([])
  /** How many false answers each rule finds. */
  const countsByRule: Record<string, number> = {}
  for (const at of questions.keys()) {
    for (let lie = 0, lies = 1; lie < lies; lie++) {
      const verdict = await judged(at, lie)
      lies = verdict.lies
      if (lies === 0) break
      expect(verdict.failures.length).toBeLessThan(2)
      const rule = verdict.failures[0]?.split(": ", 1)[0] ?? "none"
      countsByRule[rule] = (countsByRule[rule] ?? 0) + 1
    }
  }
  expect(countsByRule).toEqual({
    "a completed event is remembered as long as it may be repeated": 6,
    "a failed effect is rolled back with its mark, and its error is passed on": 6,
    "a late owner completes if its lease was not taken over": 7,
    "a lease lasts as long as its claim requests": 8,
    "a released event is free for a new owner at once": 9,
    "after a crash at any step an event is handled again, or done": 16,
    "an effect and its mark are committed together, once": 12,
    "an event has one owner, is busy while it is handled, and done afterwards": 11,
    "an event of another owner is left alone until its lease expires, and then taken over": 10,
    "an expired lease is taken over once": 7,
    "an owner whose lease was taken over can neither complete nor release": 12,
    "concurrent effects of many events are all written": 40,
    "every character of an id counts": 44,
    "of many concurrent effects only a failed one is rolled back": 80,
    "one of many concurrent claims wins, and the others are busy": 24,
    "one of many concurrent transactions of an event writes": 61,
    // What an interrupted owner is told, which nobody relies on, and a second taker of a lease, which the next rule finds.
    none: 86,
  })
  expect(Object.keys(countsByRule)).toEqual(
    expect.arrayContaining([...Object.keys(checks), ...Object.keys(transactionChecks)]),
  )
})
