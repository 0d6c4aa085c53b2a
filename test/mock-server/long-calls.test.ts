import { describe, expect, it } from "vitest"
import { hostClock } from "../../mock-server/base/host.ts"
import type { Fixtures } from "../../mock-server/index.ts"
import { mock } from "../support/mock.ts"
import { snapshotOf } from "../support/snapshot-of.ts"

const many = 5_000
/** So long that the document is also read in pieces. */
const data = { note: "n".repeat(250) }
const contacts = Array.from({ length: many }, (_, n) => ({ email: `contact-${n}@load.test`, data }))
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
    ["GET", "/fixtures", undefined],
    ["GET", "/snapshot", undefined],
    ["POST", "/reset", {}],
    ["POST", "/checkpoints/full/rewind", {}],
  ])("%s %s lets others run in between", { tags: "slow" }, async (method, path, body) => {
    const { control, contactsInARow, world } = counted()
    if (path !== "/contacts") world.state.setFixtures(large)
    await control("POST", "/checkpoints", { name: "full" })
    const inARow = await contactsInARow(async () => {
      expect((await control(method, path, body)).status).toBeLessThan(300)
    })
    expect(inARow).toBeLessThanOrEqual(mostInARow)
    expect(snapshotOf(world).tables.contacts?.rows.length).toBeGreaterThanOrEqual(many)
  })

  it("would be found if it did all at once, as in process", async () => {
    const { contactsInARow, world } = counted()
    expect(await contactsInARow(() => world.state.setFixtures(large))).toBeGreaterThan(mostInARow)
  })
})

describe("a document of many contacts", () => {
  it("is the same over HTTP, where it is written and read in pieces, as in process", { tags: "slow" }, async () => {
    const { control, world } = counted()
    await control("PUT", "/fixtures", large)
    expect((await control("GET", "/fixtures")).body).toEqual(world.state.fixtures())
    const snapshot = world.state.snapshot()
    expect((await control("GET", "/snapshot")).body).toEqual(JSON.parse(JSON.stringify(snapshot)))
    world.reset()
    expect((await control("PUT", "/snapshot", snapshot)).status).toBe(204)
    expect(world.state.snapshot()).toEqual(snapshot)
  })

  it("is refused by the path of what is wrong, and changes nothing", { tags: "slow" }, async () => {
    const { control, world } = counted()
    world.state.setFixtures(large)
    const before = world.state.snapshot()
    const refusals: [path: string, body: unknown, field: string, message: string][] = []
    for (const [change, field, message] of [
      [{ email: "no address" }, "email", "must be an e-mail address"],
      [{ phone: 1 }, "phone", "is not a known field"],
      [{ email: "contact-7@load.test" }, "email", "is there twice"],
    ] as const) {
      const wrong = contacts.map((contact, at) => (at === 4_000 ? { ...contact, ...change } : contact))
      const brands = { brand_main: { contacts: wrong } }
      const path = `accounts.main.brands.brand_main.contacts.4000.${field}`
      refusals.push(["/fixtures", { accounts: { main: { brands } } }, path, message])
    }
    const broken = JSON.parse(JSON.stringify(before))
    broken.tables.contacts.rows[4_000].brand_id = 77
    refusals.push(["/snapshot", broken, "tables.contacts.4001.brand_id", "names 77, which is not in brands"])
    for (const [path, body, field, message] of refusals) {
      const { status, body: refusal } = await control("PUT", path, body)
      expect([status, refusal.validation_errors]).toEqual([422, { [field]: [message] }])
    }
    expect(
      (await control("PUT", "/fixtures", { accounts: { main: { brands: 1, note: "n".repeat(2e6) } } })).status,
    ).toBe(422)
    expect(world.state.snapshot()).toEqual(before)
  })
})

describe("a world that is being replaced", () => {
  it("answers as before until the new one is whole, and what is written to it meanwhile is lost", async () => {
    const { control, call, world } = counted()
    world.state.setFixtures(large)
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
    const other = world.worlds.create({ fixtures: large })
    const reset = call("POST", `/@${other.id}/_mock/reset`, { key: null })
    await new Promise(setImmediate)
    other.worlds.remove(other.id)
    expect((await reset).status).toBe(404)
  })
})
