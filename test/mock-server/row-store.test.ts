import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { RowStore } from "../../mock-server/store/row-store.ts"

describe("RowStore", () => {
  it("agrees with a Map after any sequence of changes", () => {
    const id = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1_020, max: 1_030 }), fc.constant(2 ** 40))
    const step = fc.record({ id, set: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const store = new RowStore<{ id: number; step: number }>()
        const model = new Map<number, { id: number; step: number }>()
        for (const [number, { id, set }] of steps.entries()) {
          const row = { id, step: number }
          if (set) {
            store.set(id, row)
            model.set(id, row)
          } else {
            store.delete(id)
            model.delete(id)
          }
          expect(store.get(id)).toBe(model.get(id))
          expect(store.size).toBe(model.size)
        }
        const byId = (a: { id: number }, b: { id: number }) => a.id - b.id
        expect([...store.values()].sort(byId)).toEqual([...model.values()].sort(byId))
      }),
    )
  })

  it("gives rows by ascending id when they came that way, and forgets all when cleared", () => {
    const store = new RowStore<number>()
    for (let id = 1; id <= 3_000; id += 7) store.set(id, id)
    const ids = [...store.values()]
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    store.clear()
    expect([store.size, store.get(1), [...store.values()]]).toEqual([0, undefined, []])
  })

  it("finds nothing under ids that no row can have", () => {
    const store = new RowStore<number>()
    store.set(1, 1)
    for (const id of [0, -1, 1.5, 2 ** 32 + 1, Number.NaN]) expect(store.get(id)).toBeUndefined()
  })
})
