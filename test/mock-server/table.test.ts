import { describe, expect, it } from "vitest"
import { mock } from "../support/mock.ts"

const main = { account: { id: 1 }, brand: { id: 1 } }
const second = { account: { id: 1 }, brand: { id: 2 } }
const manager = { account: { id: 2 }, brand: { id: 3 } }

describe("an accessible row", () => {
  const { lists, memberships, campaigns, validations } = mock().world.tables

  it("is found in its brand, or in its account if its table has no brand", () => {
    expect(lists.own(main, 1).id).toBe(1)
    expect(memberships.own(main, 1).id).toBe(1)
    expect(memberships.own(second, 1).id).toBe(1)
  })

  it("is 404 for another brand, even of the same account, and for another account", () => {
    expect(() => lists.own(second, 1)).toThrow("List 1 not found")
    expect(() => lists.own(manager, 1)).toThrow("List 1 not found")
    expect(() => memberships.own(manager, 1)).toThrow("Membership not found")
  })

  it("is 404 if it does not exist, by id or by another key", () => {
    expect(() => campaigns.own(main, 1)).toThrow("Campaign not found")
    expect(() => campaigns.known(1)).toThrow("Campaign not found")
    expect(() => validations.findOwn(main, "operation_id", "vop_1")).toThrow("Validation operation not found")
  })
})

describe("a table that stamps its rows", () => {
  const first = "2026-03-01T09:00:00.000Z"
  const later = "2026-03-01T10:00:00.000Z"

  function setUp() {
    const { world } = mock({ clock: "frozen", now: first })
    const list = world.tables.lists.add(world, { brand_id: 1, name: "One" })
    world.clock.set({ mode: "frozen", now: Date.parse(later) })
    return { world, list, ...world.tables }
  }

  it("gives a new row the next id and timestamps, in the order of its fields", () => {
    const { list, lists } = setUp()
    expect(JSON.stringify(list)).toBe(
      `{"id":2,"brand_id":1,"name":"One","created_at":"${first}","updated_at":"${first}"}`,
    )
    expect(lists.nextId()).toBe(3)
  })

  it("sets updated_at on a change, and keeps created_at", () => {
    const { world, list, lists } = setUp()
    expect(lists.change(world, list, { name: "Two" })).toMatchObject({ created_at: first, updated_at: later })
    expect(lists.get(2)?.name).toBe("Two")
  })

  it("sets updated_at on a change of status", () => {
    const { world, invites } = setUp()
    const moved = invites.move(world, invites.known(1), "revoke")
    expect(moved).toMatchObject({ status: "revoked", updated_at: later })
  })

  it("accepts neither timestamps nor ids from callers", () => {
    const { world, list, lists, brands } = setUp()
    // @ts-expect-error: `add` gives the id.
    lists.add(world, { id: 9, brand_id: 1, name: "Nine" })
    // @ts-expect-error: `change` says when.
    lists.change(world, list, { updated_at: first })
    // @ts-expect-error: a brand does not say when it changed.
    expect(() => brands.change(world, brands.known(1), { name: "New" })).not.toThrow()
  })
})
