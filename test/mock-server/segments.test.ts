import { describe, expect, it } from "vitest"
import { contactsOfSegment, countOfSegment } from "../../mock-server/resources/campaigns/audience.ts"
import { saveContact } from "../../mock-server/resources/contacts/contacts.ts"
import { mock } from "../support/mock.ts"

describe("segments", () => {
  it("lists the brand's segments with their filters and count [segments.list] [28.13]", async () => {
    const { call } = mock()
    await call("POST", "/v1/my/contacts", { body: { email: "in@example.test", opt_in: true } })
    await call("POST", "/v1/my/contacts", { body: { email: "out@example.test" } })
    const now = "2026-03-01T12:00:00.000Z"
    const { body } = await call("GET", "/v1/my/segments")
    expect(body).toEqual([
      {
        id: 1,
        brand_id: 1,
        name: "Subscribed",
        origin: "system",
        filters: { subscribed_email: true },
        cached_count: 4,
        created_at: now,
        updated_at: now,
      },
    ])
    expect((await call("GET", "/v1/my/segments", { headers: { "X-Brand-SID": "brand_second" } })).body).toEqual([])
  })

  it("holds the contacts that match all of its filters [28.13]", async () => {
    const { call, world } = mock()
    await call("POST", "/v1/my/contacts", { body: { email: "ada@other.test", first_name: "Ada" } })
    const [seeded] = world.tables.segments.all()
    if (seeded === undefined) throw new Error("The seed has a segment")
    const idsMatching = (filters: Record<string, unknown>) => {
      const segment = { ...seeded, filters }
      const ids = Array.from(contactsOfSegment(world, segment), (contact) => contact.id)
      expect(countOfSegment(world, segment)).toBe(ids.length)
      return ids
    }
    expect(idsMatching({ first_name: "Ada" })).toEqual([1, 4])
    expect(idsMatching({ first_name: "Ada", subscribed_email: true })).toEqual([1])
    expect(idsMatching({ subscribed_email: true })).toEqual([1, 2, 3])
    expect(idsMatching({ subscribed_email: false })).toEqual([4])
    expect(idsMatching({})).toEqual([1, 2, 3, 4])
    expect(idsMatching({ email: "ADA@other.test" })).toEqual([4])
    expect(idsMatching({ list_ids: [1] })).toEqual([1, 2, 3])
    await call("POST", "/v1/my/lists", { body: { name: "Second" } })
    await call("POST", "/v1/my/lists/2/contacts/bulk", { body: { action: "add", emails: ["ada@example.test"] } })
    expect(idsMatching({ list_ids: [2, 1] })).toEqual([1])
    saveContact(world, 1, { email: "ada@other.test", data: { tier: "gold", at: { x: 1, y: 2 } } }, "api")
    expect(idsMatching({ data: { tier: "gold" } })).toEqual([4])
    expect(idsMatching({ data: { at: { y: 2, x: 1 }, tier: "gold" } })).toEqual([4])
    expect(idsMatching({ data: { tier: "gold", at: { x: 1 } } })).toEqual([])
  })
})
