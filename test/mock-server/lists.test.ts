import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fillContacts } from "../../mock-server/resources/contacts/contacts.ts"
import { mock } from "../support/mock.ts"

const bulk = (list: number) => `/v1/my/lists/${list}/contacts/bulk`

describe("lists", () => {
  it("adds a list without contacts [lists.create] [lists.list] [28.3]", async () => {
    const { call } = mock()
    const { status, body } = await call("POST", "/v1/my/lists", { body: { name: "Beta testers" } })
    expect(status).toBe(201)
    const now = "2026-03-01T12:00:00.000Z"
    const list = { id: 2, brand_id: 1, name: "Beta testers", contacts_count: 0, created_at: now, updated_at: now }
    expect(body).toEqual(list)
    const listed = await call("GET", "/v1/my/lists")
    expect(listed.body).toMatchObject([{ id: 1, name: "Newsletter", contacts_count: 3 }, list])
  })

  it("reports the result for each e-mail when contacts are added to a list [lists.updateContacts] [28.3]", async () => {
    const { call } = mock()
    await call("POST", "/v1/my/contacts", { body: { email: "new@example.test" } })
    const emails = ["NEW@example.test", "ada@example.test", "who@example.test", "not an e-mail", "new@example.test"]
    const { status, body } = await call("POST", bulk(1), { body: { action: "add", emails } })
    expect(status).toBe(200)
    expect(body).toEqual({
      action: "add",
      list_id: 1,
      added: 1,
      removed: 0,
      already_in_list: ["ada@example.test", "new@example.test"],
      not_in_list: [],
      not_found: ["who@example.test"],
      invalid_emails: ["not an e-mail"],
    })
  })

  it("reports the result for each e-mail when contacts are removed from a list [28.3]", async () => {
    const { call } = mock()
    await call("POST", "/v1/my/contacts", { body: { email: "new@example.test" } })
    const emails = ["ada@example.test", "new@example.test", "who@example.test", "@"]
    const { body } = await call("POST", bulk(1), { body: { action: "remove", emails } })
    expect(body).toEqual({
      action: "remove",
      list_id: 1,
      added: 0,
      removed: 1,
      already_in_list: [],
      not_in_list: ["new@example.test"],
      not_found: ["who@example.test"],
      invalid_emails: ["@"],
    })
    const { body: remainingContacts } = await call("GET", "/v1/my/contacts?list_id=1")
    expect(remainingContacts.map((contact: { id: number }) => contact.id)).toEqual([2, 3])
    const { body: all } = await call("GET", "/v1/my/contacts?search=ada@example.test")
    expect(all).toMatchObject([{ list_ids: [] }])
  })

  it("creates no contacts [28.3]", async () => {
    const { call } = mock()
    await call("POST", bulk(1), { body: { action: "add", emails: ["who@example.test"] } })
    expect((await call("GET", "/v1/my/contacts")).headers.get("x-total-count")).toBe("3")
  })

  it("accepts 10,000 e-mails at once and refuses one more [28.3]", async () => {
    const { call, world } = mock()
    await fillContacts(world, 1, 10_000, "many")
    const emails = Array.from(world.tables.contacts.all(), (contact) => contact.email).slice(3)
    const { body } = await call("POST", bulk(1), { body: { action: "add", emails } })
    expect(body.added).toBe(10_000)
    const refusal = await call("POST", bulk(1), { body: { action: "add", emails: [...emails, "ada@example.test"] } })
    expect(refusal.status).toBe(422)
    expect(Object.keys(refusal.body.validation_errors)).toEqual(["emails"])
    expect((await call("GET", "/v1/my/lists")).body[0].contacts_count).toBe(10_003)
  })

  it("ignores the contacts and lists of another brand [29.18]", async () => {
    const { call } = mock()
    const headers = { "X-Brand-SID": "brand_second" }
    const body = { action: "add", emails: ["ada@example.test"] }
    expect((await call("POST", bulk(1), { headers, body })).status).toBe(404)
    const { body: list } = await call("POST", "/v1/my/lists", { headers, body: { name: "Second" } })
    expect((await call("POST", bulk(list.id), { headers, body })).body.not_found).toEqual(["ada@example.test"])
    expect((await call("POST", bulk(list.id), { body })).status).toBe(404)
  })

  it("answers the same as a small model after any sequence of changes", { tags: "slow" }, async () => {
    const emails = fc.array(fc.constantFrom("ada@example.test", "GRACE@example.test", "who@example.test", "bad"), {
      minLength: 1,
      maxLength: 5,
    })
    const change = fc.record({ list: fc.constantFrom(1, 2), action: fc.constantFrom("add", "remove"), emails })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        const { call } = mock()
        await call("POST", "/v1/my/lists", { body: { name: "Second" } })
        const contactEmails = new Set(["ada@example.test", "grace@example.test", "linus@example.test"])
        const model = new Map([
          [1, new Set(contactEmails)],
          [2, new Set<string>()],
        ])
        for (const { list, action, emails } of changes) {
          const on = model.get(list) ?? new Set()
          const expected = { added: 0, removed: 0, already_in_list: 0, not_in_list: 0, not_found: 0, invalid_emails: 0 }
          for (const email of emails.map((each) => each.toLowerCase())) {
            if (email === "bad") expected.invalid_emails++
            else if (!contactEmails.has(email)) expected.not_found++
            else if (action === "add") expected[on.has(email) ? "already_in_list" : "added"]++
            else expected[on.has(email) ? "removed" : "not_in_list"]++
            if (contactEmails.has(email)) on[action === "add" ? "add" : "delete"](email)
          }
          const { body } = await call("POST", bulk(list), { body: { action, emails } })
          const counted = Object.entries(expected).map(([name]) => [name, body[name].length ?? body[name]])
          expect(Object.fromEntries(counted)).toEqual(expected)
        }
        const { body: lists } = await call("GET", "/v1/my/lists")
        for (const { id, contacts_count } of lists) {
          const { body: contacts } = await call("GET", `/v1/my/contacts?list_id=${id}`)
          expect(contacts_count).toBe(model.get(id)?.size)
          expect(contacts.map((contact: { email: string }) => contact.email)).toEqual(
            [...contactEmails].filter((email) => model.get(id)?.has(email)),
          )
        }
      }),
      { numRuns: 50 },
    )
  })
})
