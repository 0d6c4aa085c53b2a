import { describe, expect, it } from "vitest"
import { createMockService } from "../../mock-server/index.ts"
import { mock } from "../support/mock.ts"

/** More than the search scans one by one. */
const many = 20_400

/** A service whose main brand has `many` contacts, and a search in it. */
async function crowd() {
  const service = mock()
  await service.control.contacts.fill({ count: many, prefix: "contact" })
  async function search(text: string, query = "", headers: Readonly<Record<string, string>> = {}) {
    const path = `/v1/my/contacts?limit=100&search=${encodeURIComponent(text)}${query}`
    const { body, headers: answered } = await service.call("GET", path, { headers })
    return { total: Number(answered.get("x-total-count")), emails: body.map(({ email }: { email: string }) => email) }
  }
  const add = (body: object, headers = {}) => service.call("POST", "/v1/my/contacts", { body, headers })
  return { ...service, search, add }
}

describe("a search among many contacts", () => {
  it.each([
    "contact-2777",
    "T-277",
    "77@load.test",
    "7",
    "load",
    "ad contact",
    "nobody",
    "Ada",
    "lace",
    "a@example.test",
  ])("finds by %j what a scan of all contacts finds [28.17]", { tags: "slow" }, async (text) => {
    const { world, search } = await crowd()
    const term = text.toLowerCase()
    const holding = [...world.tables.contacts.in("brand", 1)].filter(({ email, first_name, last_name }) =>
      [email, `${first_name ?? ""} ${last_name ?? ""}`].some((part) => part.toLowerCase().includes(term)),
    )
    const { total, emails } = await search(text)
    expect(total).toBe(holding.length)
    expect(emails).toEqual(holding.slice(0, 100).map(({ email }) => email))
  })

  it("finds contacts added since, and contacts renamed [28.18]", async () => {
    const { search, add } = await crowd()
    expect((await search("zebra")).total).toBe(0)
    await add({ email: "zebra@example.test" })
    await add({ email: "contact-9@load.test", first_name: "Zebra" })
    expect((await search("zebra")).emails).toEqual(["contact-9@load.test", "zebra@example.test"])
    await add({ email: "contact-9@load.test", first_name: "Other" })
    expect((await search("zebra")).emails).toEqual(["zebra@example.test"])
  })

  it("finds a contact added before there were many [28.19]", async () => {
    const service = mock()
    const body = { email: "ada@example.test", first_name: "Zebra" }
    await service.call("POST", "/v1/my/contacts", { body })
    await service.control.contacts.fill({ count: many })
    const { body: contacts } = await service.call("GET", "/v1/my/contacts?search=zebra")
    expect(contacts).toMatchObject([body])
  })

  it("finds no contacts of another brand, and on a list only those on it [28.20]", async () => {
    const { search, add, call } = await crowd()
    await add({ email: "contact-77@other.test" }, { "X-Brand-SID": "brand_second" })
    expect((await search("contact-77@")).emails).toEqual(["contact-77@load.test"])
    expect((await search("contact-77@", "", { "X-Brand-SID": "brand_second" })).emails).toEqual([
      "contact-77@other.test",
    ])
    const emails = ["contact-1234@load.test", "contact-5@load.test"]
    await call("POST", "/v1/my/lists/1/contacts/bulk", { body: { action: "add", emails } })
    expect((await search("contact-123", "&list_id=1")).emails).toEqual([emails[0]])
    expect((await search("load", "&list_id=1")).total).toBe(2)
    expect((await search("contact", "&list_id=1")).emails).toEqual([emails[1], emails[0]])
    await add({ email: "load-1@other.test" })
    expect((await search("load-1@")).emails).toEqual(["load-1@other.test"])
    expect((await search("load")).total).toBe(many + 1)
  })

  it("finds by a whole e-mail only that contact, also if another ends with it [28.21]", async () => {
    const { search, add } = await crowd()
    await add({ email: "canada@example.test" })
    expect(await search(" Ada@Example.test")).toEqual({ total: 1, emails: ["ada@example.test"] })
    expect((await search("ada@example.tes")).emails).toEqual(["ada@example.test", "canada@example.test"])
  })

  it("is the same in a world restored from a snapshot, and after a reset", { tags: "slow" }, async () => {
    const { control, search } = await crowd()
    const { world } = createMockService({ clock: "frozen" })
    world.state.restore(control.state.snapshot())
    const headers = { Authorization: `Bearer ${world.apiKey}` }
    const response = await world.fetch("/v1/my/contacts?search=contact-277", { headers })
    expect(response.headers.get("x-total-count")).toBe(String((await search("contact-277")).total))
    control.reset()
    expect((await search("contact-277")).total).toBe(0)
  })
})
