import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { IdSet, placeOf } from "../../mock-server/store/id-set.ts"

describe("IdSet", () => {
  it("agrees with a sorted set after any sequence of changes and reads", () => {
    const id = fc.integer({ min: 1, max: 60 })
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ toggle: id }) },
      { weight: 1, arbitrary: fc.constant("read" as const) },
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const set = new IdSet()
        const model = new Set<number>()
        for (const each of steps) {
          if (each === "read") expect(set.values()).toEqual([...model].sort((a, b) => a - b))
          else if (model.delete(each.toggle)) set.delete(each.toggle)
          else {
            model.add(each.toggle)
            set.add(each.toggle)
          }
          expect(set.size).toBe(model.size)
        }
        expect(set.values()).toEqual([...model].sort((a, b) => a - b))
      }),
    )
  })

  it("allows removing ids during an iteration", () => {
    const set = new IdSet()
    for (let id = 1; id <= 5; id++) set.add(id)
    const ids: number[] = []
    for (const id of set.values()) {
      ids.push(id)
      if (id === 2) set.delete(3)
      set.values()
    }
    expect(ids).toEqual([1, 2, 3, 4, 5])
    expect(set.values()).toEqual([1, 2, 4, 5])
  })
})

describe("increasing ids", () => {
  it("are found at their index, or at their insertion point", () => {
    const id = fc.integer({ min: 1, max: 9 })
    fc.assert(
      fc.property(fc.uniqueArray(id), id, (idList, searchedId) => {
        const ids = idList.sort((a, b) => a - b)
        expect(placeOf(ids, searchedId)).toBe(ids.filter((one) => one < searchedId).length)
      }),
    )
  })
})
