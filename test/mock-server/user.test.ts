import { describe, expect, it } from "vitest"
import { mock } from "../support/mock.ts"

describe("the signed-in user", () => {
  it("is the JWT's person, and the account's owner for an API key [user.get] [18.1]", async () => {
    const { call } = mock()
    expect((await call("GET", "/v1/my/user", { as: "member" })).body).toMatchObject({
      id: 3,
      email: "member@acme.test",
    })
    expect((await call("GET", "/v1/my/user")).body).toMatchObject({ id: 1, email: "owner@acme.test" })
    expect((await call("GET", "/v1/my/user", { key: null })).status).toBe(401)
  })

  it("changes the given fields and keeps the rest [user.update] [18.2]", async () => {
    const { call, advance } = mock()
    await advance(1_000)
    const { status, body } = await call("PATCH", "/v1/my/user", { as: "member", body: { mobile: "+1 555 0101" } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      first_name: "Mia",
      mobile: "+1 555 0101",
      created_at: "2026-03-01T12:00:00.000Z",
      updated_at: "2026-03-01T12:00:01.000Z",
    })
    expect((await call("GET", "/v1/my/user", { as: "member" })).body).toEqual(body)
  })

  it("accepts one address or several, the first of which signs in [18.2]", async () => {
    const { call } = mock()
    const signIn = async (email: string) =>
      (await call("POST", "/v1/login", { key: null, body: { user: { email, password: "mock-password" } } })).status
    await call("PATCH", "/v1/my/user", { as: "member", body: { email: "mia@acme.test" } })
    expect([await signIn("mia@acme.test"), await signIn("member@acme.test")]).toEqual([200, 401])
    const { body } = await call("PATCH", "/v1/my/user", {
      as: "member",
      body: { email: ["m@acme.test", "x@acme.test"] },
    })
    expect(body.email).toBe("m@acme.test")
    expect([await signIn("m@acme.test"), await signIn("x@acme.test")]).toEqual([200, 401])
  })

  it("accepts an IANA time zone; null resets it to UTC [18.2]", async () => {
    const { call } = mock()
    const zoneAfter = async (time_zone: string | null) =>
      (await call("PATCH", "/v1/my/user", { body: { time_zone } })).body.time_zone
    expect(await zoneAfter("Europe/Paris")).toBe("Europe/Paris")
    expect(await zoneAfter(null)).toBe("UTC")
  })

  it.each([
    ["an address in use", { email: "ADMIN@acme.test" }, "email"],
    ["several addresses, one in use", { email: ["new@acme.test", "admin@acme.test"] }, "email"],
    ["an invalid address", { email: "x" }, "email"],
    ["no address in the list", { email: [] }, "email"],
    ["an unknown time zone", { time_zone: "Mars/Olympus" }, "time_zone"],
    ["a number for a name", { first_name: 1 }, "first_name"],
    ["a field that cannot be written", { admin: true }, "admin"],
  ])("refuses %s with 422 and changes nothing [18.3]", async (_what, body, field) => {
    const { call } = mock()
    const before = await call("GET", "/v1/my/user", { as: "member" })
    const response = await call("PATCH", "/v1/my/user", { as: "member", body })
    expect(response.status).toBe(422)
    expect(Object.keys(response.body.validation_errors)).toEqual([field])
    expect((await call("GET", "/v1/my/user", { as: "member" })).body).toEqual(before.body)
  })

  it("has the new name and address in every team", async () => {
    const { call } = mock()
    await call("PATCH", "/v1/my/user", { as: "member", body: { last_name: "Changed", email: "mia@acme.test" } })
    const { body } = await call("GET", "/v1/my/account/memberships")
    expect(body[2]).toMatchObject({ user_id: 3, name: "Mia Changed", email: "mia@acme.test" })
  })

  it.each([
    ["the name alone", { last_name: "Changed" }, { name: "Mia Changed", email: "member@acme.test" }],
    ["the address alone", { email: "mia@acme.test" }, { name: "Mia Member", email: "mia@acme.test" }],
  ])("has it in every team when %s changes", async (_what, body, identity) => {
    const { call } = mock()
    await call("PATCH", "/v1/my/user", { as: "member", body })
    expect((await call("GET", "/v1/my/account/memberships")).body[2]).toMatchObject(identity)
  })

  it("has unchanged memberships when neither changes", async () => {
    const { advance, call } = mock()
    await advance(3_600_000)
    await call("PATCH", "/v1/my/user", { as: "member", body: { mobile: "+1 555 0101" } })
    const { created_at, updated_at } = (await call("GET", "/v1/my/account/memberships")).body[2]
    expect(updated_at).toBe(created_at)
  })
})
