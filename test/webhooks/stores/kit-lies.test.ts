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
  const asked: string[] = []
  let time = 0
  let lies = 0
  /** Returns a false response to the chosen call, and the true one to all others. */
  async function answered<T>(question: string, truth: Promise<T>, liesFor: (truth: T) => (() => T)[]): Promise<T> {
    const at = asked.push(question) - 1
    const response = await truth
    asked[at] = `${question}: ${Object(response).state ?? response}`
    if (at !== liar) return response
    const all = liesFor(response)
    lies = all.length
    return all[lie]?.() ?? response
  }
  const effects: string[] = []
  const plain = memoryStore({ now: () => time })
  const transact = memoryTransactions(plain, effects)
  const others = (state: State) => states.filter((other) => other !== state)
  const not = (answer: boolean) => [() => !answer]
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
        asked.push(`${ms} ms pass`)
      },
      effects: { write: (drafts, name) => drafts.push(name), written: () => effects },
    }),
    { claims: 12 },
  ).then(
    () => [],
    (error) => error.failures,
  )
  return { asked, failures, lies }
}

it("testWebhookStore makes the recorded calls, and detects each false answer by exactly the rule it violates", async () => {
  const { asked, failures } = await judged(-1, 0)
  expect(failures).toEqual([])
  const lines: string[] = []
  const broken = new Set<string>()
  for (const [at, question] of asked.entries()) {
    lines.push(question)
    for (let lie = 0, lies = 1; lie < lies; lie++) {
      const found = await judged(at, lie)
      lies = found.lies
      if (lies === 0) break
      expect(found.failures.length).toBeLessThan(2)
      const [failure = "not seen"] = found.failures
      broken.add(failure.split(": ", 1)[0] ?? "")
      lines.push(`  ${failure}`)
    }
  }
  const rules = [...Object.keys(checks), ...Object.keys(transactionChecks)]
  expect(rules.filter((rule) => !broken.has(rule))).toEqual([])
  await expect(lines.join("\n")).toMatchFileSnapshot("golden/kit-lies.txt")
})
