import { afterEach, expect, it, vi } from "vitest"
import { batch } from "../../../sdk/stores/batch.ts"
import { redisStore } from "../../../sdk/stores/index.ts"
import { until } from "../../support/until.ts"
import { gate } from "../fetch-support.ts"

afterEach(() => {
  vi.useRealTimers()
})

/** A batch whose runs are recorded, and wait until they are released. */
function listed(limit = 1) {
  const runs: string[][] = []
  const gates: ReturnType<typeof gate>[] = []
  const step = batch<{ id: string }, string>(async (steps) => {
    runs.push(steps.map(({ id }) => id))
    const queryGate = gate()
    gates.push(queryGate)
    await queryGate.opened
    return steps.map(({ id }) => `did ${id}`)
  }, limit)
  const ask = (...ids: string[]) => ids.map((id) => step({ id }))
  const letGo = async (run: number) => {
    await until(() => expect(runs.length).toBeGreaterThanOrEqual(run))
    gates[run - 1]?.open()
  }
  return { runs, ask, letGo }
}

it("steps requested at once, or during a run, run together in order of ids, and each gets its own result", async () => {
  const { runs, ask, letGo } = listed()
  const first = ask("b", "a")
  await until(() => expect(runs).toHaveLength(1))
  const later = [...ask("e", "c"), ...ask("d")]
  await letGo(1)
  await letGo(2)
  expect(await Promise.all([...first, ...later])).toEqual(["did b", "did a", "did e", "did c", "did d"])
  expect(runs).toEqual([
    ["a", "b"],
    ["c", "d", "e"],
  ])
})

it("with unlimited concurrency only steps requested in the same turn run together", async () => {
  const { runs, ask, letGo } = listed(Number.POSITIVE_INFINITY)
  const steps = ask("a", "a", "b")
  await until(() => expect(runs).toHaveLength(2))
  steps.push(...ask("c"))
  for (const run of [3, 2, 1]) await letGo(run)
  await Promise.all(steps)
  expect(runs).toEqual([["a", "b"], ["a"], ["c"]])
})

it("steps of the same id run in sequence", async () => {
  const { runs, ask, letGo } = listed()
  const steps = ask("a", "a", "b", "a")
  for (const run of [1, 2, 3]) await letGo(run)
  await Promise.all(steps)
  expect(runs).toEqual([["a", "b"], ["a"], ["a"]])
})

it("at most a hundred steps run together", async () => {
  const { runs, ask, letGo } = listed()
  const steps = ask(...Array.from({ length: 150 }, (_, n) => `${n}`))
  for (const run of [1, 2]) await letGo(run)
  await Promise.all(steps)
  expect(runs.map((ids) => ids.length)).toEqual([100, 50])
})

it("a hanging run delays the others for a second, and still returns its result", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const { runs, ask, letGo } = listed()
  const [hung] = ask("a")
  await until(() => expect(runs).toHaveLength(1))
  const [next] = ask("b")
  vi.advanceTimersByTime(999)
  expect(runs).toHaveLength(1)
  vi.advanceTimersByTime(1)
  await letGo(2)
  expect(await next).toBe("did b")
  await letGo(1)
  expect(await hung).toBe("did a")
  expect(vi.getTimerCount()).toBe(0)
})

it("an error rejects every step of its run, and no other", async () => {
  let runs = 0
  const step = batch<{ id: string }, string>(async (steps) => {
    if (++runs === 1) throw new Error("no server")
    return steps.map(() => "did")
  }, 1)
  const failed = await Promise.allSettled([step({ id: "a" }), step({ id: "b" })])
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"])
  expect(await step({ id: "c" })).toBe("did")
})

it("on a Redis cluster, which refuses scripts over keys of several servers, each step of redisStore runs alone", async () => {
  const counts: number[] = []
  const store = redisStore({
    call: true,
    async eval(_script: string, keys: number, first?: string) {
      counts.push(keys)
      if (keys > 1) throw new Error("CROSSSLOT Keys in request don't hash to the same slot")
      if (first?.endsWith("evt_2")) throw new Error("its server is gone")
      return ["mine"]
    },
  })
  const claim = (...ids: string[]) => Promise.allSettled(ids.map((id) => store.claim(id, { lease: 1_000 })))
  const states = (await claim("evt_1", "evt_2", "evt_3")).map(({ status }) => status)
  expect(states).toEqual(["fulfilled", "rejected", "fulfilled"])
  await claim("evt_4", "evt_5")
  expect(counts).toEqual([3, 1, 1, 1, 1, 1])
})
