import { describe, expect, it } from "vitest"
import { hostClock } from "../../mock-server/base/host.ts"
import type { Fixtures } from "../../mock-server/index.ts"
import { mock } from "../support/mock.ts"
import { snapshotOf } from "../support/snapshot-of.ts"

const many = 5_000
const contacts = Array.from({ length: many }, (_, n) => ({ email: `contact-${n}@load.test` }))
const large: Fixtures = { accounts: { main: { brands: { brand_main: { contacts } } } } }

/** A service that counts how often a long work lets others run. Its machine is so fast that only the number of steps ends a piece. */
function counted() {
  let breaks = 0
  const { call, control: world } = mock({
    hostClock: {
      ...hostClock,
      elapsed: () => 0,
      soon(callback) {
        breaks++
        hostClock.soon(callback)
      },
    },
  })
  const control = (method: string, path: string, body?: unknown) =>
    call(method, `/_mock${path}`, { key: null, ...(body === undefined ? {} : { body }) })
  /** The average number of contacts between two breaks of a work. */
  async function contactsInARow(work: () => unknown): Promise<number> {
    const before = breaks
    await work()
    return many / (breaks - before + 1)
  }
  return { call, world, control, contactsInARow }
}

const mostInARow = 1_024

describe("a call of the control API in a world of many contacts", () => {
  it.each([
    ["POST", "/contacts", { count: many }],
    ["PUT", "/fixtures", large],
    ["POST", "/worlds", { fixtures: large }],
    ["POST", "/reset", {}],
    ["POST", "/checkpoints/full/rewind", {}],
  ])("%s %s lets others run in between", async (method, path, body) => {
    const { control, contactsInARow, world } = counted()
    if (path !== "/contacts") world.setFixtures(large)
    await control("POST", "/checkpoints", { name: "full" })
    const inARow = await contactsInARow(async () => {
      expect((await control(method, path, body)).status).toBeLessThan(300)
    })
    expect(inARow).toBeLessThanOrEqual(mostInARow)
    expect(snapshotOf(world).tables.contacts?.rows.length).toBeGreaterThanOrEqual(many)
  })

  it("would be found if it did all at once, as in process", async () => {
    const { contactsInARow, world } = counted()
    expect(await contactsInARow(() => world.setFixtures(large))).toBeGreaterThan(mostInARow)
  })
})

describe("a world that is being replaced", () => {
  it("answers as before until the new one is whole, and what is written to it meanwhile is lost", async () => {
    const { control, call, world } = counted()
    world.setFixtures(large)
    await control("POST", "/checkpoints", { name: "full" })
    const rewound = control("POST", "/checkpoints/full/rewind", {})
    const meanwhile = await call("POST", "/v1/my/contacts", { body: { email: "late@example.test" } })
    expect(meanwhile.status).toBe(201)
    expect((await rewound).status).toBe(200)
    expect((await call("GET", `/v1/my/contacts/${meanwhile.body.id}`)).status).toBe(404)
    expect((await call("GET", "/v1/my/contacts?limit=1")).headers.get("X-Total-Count")).toBe(String(many))
  })

  it("is a 404 when it is deleted meanwhile", async () => {
    const { call, world } = counted()
    const other = world.createWorld({ fixtures: large })
    const reset = call("POST", `/@${other.id}/_mock/reset`, { key: null })
    await new Promise(setImmediate)
    other.delete()
    expect((await reset).status).toBe(404)
  })
})
