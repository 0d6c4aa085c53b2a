import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fillContacts } from "../../mock-server/resources/contacts/contacts.ts"
import { mock } from "../support/mock.ts"

describe("contacts", () => {
  it("adds a contact with all fields of the resource [contacts.create] [28.1]", async () => {
    const { call } = mock()
    const body = { email: "Margaret@Example.Test", first_name: "Margaret", last_name: "Hamilton", opt_in: true }
    const created = await call("POST", "/v1/my/contacts", { body })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      id: 4,
      brand_id: 1,
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      email: "Margaret@Example.Test",
      first_name: "Margaret",
      last_name: "Hamilton",
      source: "api",
      data: {},
      subscribed_email: true,
      list_ids: [],
      channels: [
        {
          id: 41,
          kind: "email",
          value: "Margaret@Example.Test",
          subscribed: true,
          opt_in_at: "2026-03-01T12:00:00.000Z",
          opt_out_at: null,
        },
      ],
      created_at: "2026-03-01T12:00:00.000Z",
      updated_at: "2026-03-01T12:00:00.000Z",
    })
  })

  it("does not subscribe a contact without opt_in [28.1]", async () => {
    const { call } = mock()
    const { body } = await call("POST", "/v1/my/contacts", { body: { email: "new@example.test" } })
    expect(body).toMatchObject({ subscribed_email: false, first_name: null, last_name: null })
    expect(body.channels).toMatchObject([{ subscribed: false, opt_in_at: null, opt_out_at: null }])
  })

  it("merges into the contact with the same e-mail in any case and responds with 200 [28.1]", async () => {
    const { call, advance } = mock()
    const first = await call("POST", "/v1/my/contacts", { body: { email: "a@example.test", first_name: "A" } })
    await advance(1_000)
    const body = { email: "A@EXAMPLE.test", last_name: "B", opt_in: true }
    const second = await call("POST", "/v1/my/contacts", { body })
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body).toMatchObject({
      id: first.body.id,
      uuid: first.body.uuid,
      email: "a@example.test",
      first_name: "A",
      last_name: "B",
      subscribed_email: true,
      created_at: "2026-03-01T12:00:00.000Z",
      updated_at: "2026-03-01T12:00:01.000Z",
    })
    expect(second.body.channels).toMatchObject([{ subscribed: true, opt_in_at: "2026-03-01T12:00:01.000Z" }])
  })

  it("keeps the subscription when opt_in is left out and ends it when opt_in is false [28.1]", async () => {
    const { call } = mock()
    const subscriber = await call("POST", "/v1/my/contacts", { body: { email: "ada@example.test" } })
    expect(subscriber.body.subscribed_email).toBe(true)
    const ended = await call("POST", "/v1/my/contacts", { body: { email: "ada@example.test", opt_in: false } })
    expect(ended.body.subscribed_email).toBe(false)
    expect(ended.body.channels).toMatchObject([
      { subscribed: false, opt_in_at: "2026-03-01T12:00:00.000Z", opt_out_at: "2026-03-01T12:00:00.000Z" },
    ])
  })

  it("keeps brands apart: the same e-mail is another contact there [28.1]", async () => {
    const { call } = mock()
    const second = { "X-Brand-SID": "brand_second" }
    const created = await call("POST", "/v1/my/contacts", { headers: second, body: { email: "ada@example.test" } })
    expect(created).toMatchObject({ status: 201, body: { brand_id: 2, first_name: null } })
    const listed = await call("GET", "/v1/my/contacts", { headers: second })
    expect(listed.body).toEqual([created.body])
  })

  it.each([
    [{}, { email: ["is required"] }],
    [{ email: "nobody" }, { email: [expect.any(String)] }],
    [{ email: "a@b.test", opt_in: "yes" }, { opt_in: [expect.any(String)] }],
    [{ email: "a@b.test", nickname: "A" }, { nickname: ["is not a known field"] }],
  ])("refuses %j, naming the field [28.1]", async (body, errors) => {
    const { call } = mock()
    const refusal = await call("POST", "/v1/my/contacts", { body })
    expect(refusal.status).toBe(422)
    expect(refusal.body.validation_errors).toEqual(errors)
  })

  it.each([
    ["ada@example.test", ["ada@example.test"]],
    ["ADA@example.TEST", ["ada@example.test"]],
    ["@example.", ["ada@example.test", "grace@example.test", "linus@example.test"]],
    ["hop", ["grace@example.test"]],
    ["ada love", ["ada@example.test"]],
    ["nobody@example.test", []],
    ["da@example.test", ["ada@example.test"]],
    ["", ["ada@example.test", "grace@example.test", "linus@example.test"]],
  ])("finds by search %j in e-mails and names [contacts.list] [28.2]", async (search, emails) => {
    const { call } = mock()
    const { body, headers } = await call("GET", `/v1/my/contacts?search=${encodeURIComponent(search)}`)
    expect(body.map((contact: { email: string }) => contact.email)).toEqual(emails)
    expect(headers.get("x-total-count")).toBe(String(emails.length))
  })

  it("lists the contacts of one list, and searches within it [28.2]", async () => {
    const { call } = mock()
    await call("POST", "/v1/my/contacts", { body: { email: "grace@other.test" } })
    const idsFound = async (query: string) =>
      (await call("GET", `/v1/my/contacts?${query}`)).body.map((contact: { id: number }) => contact.id)
    expect(await idsFound("list_id=1")).toEqual([1, 2, 3])
    expect(await idsFound("list_id=1&search=grace")).toEqual([2])
    expect(await idsFound("search=grace")).toEqual([2, 4])
    expect(await idsFound("list_id=1&search=grace@other.test")).toEqual([])
  })

  it("responds with 404 for the list of another brand [29.18]", async () => {
    const { call } = mock()
    const foreignResponse = await call("GET", "/v1/my/contacts?list_id=1", {
      headers: { "X-Brand-SID": "brand_second" },
    })
    expect(foreignResponse.status).toBe(404)
  })

  it("pages by ascending id, without repeating or skipping while contacts are added [36.1]", async () => {
    const { call, world } = mock()
    await fillContacts(world, 1, 500)
    const ids: number[] = []
    for (let page = 1; ; page++) {
      const { body, headers } = await call("GET", `/v1/my/contacts?page=${page}&limit=40`)
      ids.push(...body.map((contact: { id: number }) => contact.id))
      await call("POST", "/v1/my/contacts", { body: { email: `added${page}@example.test` } })
      if (headers.get("x-next-page") === null) break
    }
    expect(ids).toEqual(Array.from(ids, (_, at) => at + 1))
    expect(ids.length).toBeGreaterThan(500)
  })

  it("answers the same as a small model after any sequence of adding and completing", { tags: "slow" }, async () => {
    const email = fc.constantFrom("a@x.test", "A@x.test", "b@x.test", "ab@x.test", "c@y.test")
    const name = fc.option(fc.constantFrom("Ann", "Bo"), { nil: undefined })
    const opt_in = fc.option(fc.boolean(), { nil: undefined })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ email, first_name: name, opt_in }), { maxLength: 15 }), async (bodies) => {
        const { call } = mock()
        const model = new Map<string, { email: string; first_name: string | null; subscribed_email: boolean }>()
        for (const body of bodies) {
          const key = body.email.toLowerCase()
          const before = model.get(key)
          model.set(key, {
            email: before?.email ?? body.email,
            first_name: body.first_name ?? before?.first_name ?? null,
            subscribed_email: body.opt_in ?? before?.subscribed_email ?? false,
          })
          const response = await call("POST", "/v1/my/contacts", { body })
          expect(response.status).toBe(before === undefined ? 201 : 200)
          expect(response.body).toMatchObject(model.get(key) ?? {})
        }
        const listed = await call("GET", "/v1/my/contacts?search=.test&limit=100")
        expect(listed.body.slice(3)).toMatchObject([...model.values()])
        expect(listed.headers.get("x-total-count")).toBe(String(model.size + 3))
      }),
      { numRuns: 50 },
    )
  })

  it("fills a brand with numbered contacts, new ones each time", async () => {
    const { world } = mock()
    expect(await fillContacts(world, 1, 10, "load")).toBe(13)
    expect(await fillContacts(world, 1, 5, "load")).toBe(18)
    await expect(fillContacts(world, 1, 1, "not an address")).rejects.toThrow("prefix")
  })
})
