import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { LargeMap } from "../../mock-server/store/large-map.ts"

/** More than one part holds. */
const many = 150_000

describe("LargeMap", () => {
  const kinds = [
    { kind: "numbers", keyOf: (n: number) => n * 3 },
    { kind: "texts", keyOf: (n: number) => `1 contact-${n}@load.test` },
  ]
  it.each(kinds)("agrees with a Map about many $kind", { tags: "slow" }, ({ keyOf }) => {
    const [large, model] = [new LargeMap<string | number, number>(), new Map<string | number, number>()]
    for (let n = 0; n < many; n++) for (const map of [large, model]) map.set(keyOf(n), n)
    for (let n = 0; n < many; n += 7) for (const map of [large, model]) map.delete(keyOf(n))
    for (let n = 0; n < many; n += 5) for (const map of [large, model]) map.set(keyOf(n), -n)
    expect(large.delete(keyOf(-1))).toBe(false)
    expect(large.size).toBe(model.size)
    for (let n = -1; n <= many; n++) if (large.get(keyOf(n)) !== model.get(keyOf(n))) expect.fail(`differs at ${n}`)
    expect([...large.values()].sort()).toEqual([...model.values()].sort())
    large.clear()
    expect([large.size, large.get(keyOf(1)), [...large.values()]]).toEqual([0, undefined, []])
  })

  it("keeps each text while it divides them among its parts", () => {
    const large = new LargeMap<string, number>()
    const count = 2 ** 16 + 1
    for (let n = 0; n < count; n++) large.set(`${n}`, n)
    expect([large.size, large.list().length]).toEqual([count, count])
    for (let n = 0; n < count; n += 97) if (large.get(`${n}`) !== n) expect.fail(`differs at ${n}`)
    expect([large.get("7"), large.delete("7"), large.delete("7"), large.get("7"), large.size]).toEqual([
      ...[7, true, false, undefined, count - 1],
    ])
  })

  it("iterates ids that were added in their order in this order", () => {
    const large = new LargeMap<number, number>()
    for (let id = 1; id <= many; id++) large.set(id, id)
    let before = 0
    for (const id of large.values()) if (id !== ++before) expect.fail(`${id} comes after ${before - 1}`)
    expect(before).toBe(many)
  })

  it("agrees with a Map after any sequence of changes", () => {
    const key = fc.oneof(fc.integer({ min: -70_000, max: 200_000 }), fc.string({ maxLength: 2 }))
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.boolean()), { maxLength: 200 }), (changes) => {
        const [large, model] = [new LargeMap<string | number, number>(), new Map<string | number, number>()]
        for (const [at, [changed, isSet]] of changes.entries()) {
          if (isSet) for (const map of [large, model]) map.set(changed, at)
          else expect(large.delete(changed)).toBe(model.delete(changed))
          expect([large.size, large.get(changed)]).toEqual([model.size, model.get(changed)])
        }
        expect([...large.values()].sort()).toEqual([...model.values()].sort())
      }),
    )
  })
})
