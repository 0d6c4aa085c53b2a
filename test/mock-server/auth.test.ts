import { describe, expect, it } from "vitest"
import { personKey, verifyJwt } from "../../mock-server/resources/credentials/jwt.ts"
import { mock } from "../support/mock.ts"

const person = {
  first_name: "Katherine",
  last_name: "Johnson",
  email: "Katherine@acme.test",
  mobile: "+1 555 0100",
  password: "secret",
  password_confirmation: "secret",
}

const signUp = ({ call }: ReturnType<typeof mock>, changes: object = {}) =>
  call("POST", "/v1/signup", { key: null, body: { user: { ...person, ...changes } } })

const bearer = (headers: Headers) => headers.get("authorization")?.replace("Bearer ", "") ?? ""

describe("signing up", () => {
  it("responds with 201 with the user and hands out a JWT in the header [auth.signup] [17.1]", async () => {
    const service = mock()
    const { status, body, headers } = await signUp(service)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: 6,
      first_name: "Katherine",
      last_name: "Johnson",
      email: "Katherine@acme.test",
      mobile: "+1 555 0100",
      country_code: "",
      time_zone: "UTC",
      admin: false,
      ui_login_count: 0,
      created_at: "2026-03-01T12:00:00.000Z",
      updated_at: "2026-03-01T12:00:00.000Z",
    })
    expect((await service.call("GET", "/v1/my/user", { key: bearer(headers) })).body).toEqual(body)
  })

  it("creates the person's own account, with a default brand [17.1]", async () => {
    const service = mock()
    const { headers } = await signUp(service)
    const { body } = await service.call("GET", "/v1/my/account", { key: bearer(headers) })
    expect(body).toMatchObject({
      id: 4,
      name: "Katherine Johnson",
      team: { current_role: "owner", member_count: 1 },
      billing: { plan_name: "Free", brands: { used: 1 } },
    })
  })

  it("with an invitation's token joins that team instead [17.2]", async () => {
    const service = mock()
    const { headers } = await signUp(service, { email: "Invited@acme.test", invite_token: "mock-invite-token" })
    const { body } = await service.call("GET", "/v1/my/account", { key: bearer(headers) })
    expect(body).toMatchObject({ id: 1, team: { current_role: "member", member_count: 4, invite_count: 0 } })
    expect((await service.call("GET", "/v1/my/account/invites")).body[0].status).toBe("accepted")
  })

  it.each([
    ["an address that is taken, in any case", { email: "OWNER@acme.test" }, "user.email"],
    ["an invalid address", { email: "nobody" }, "user.email"],
    ["no address", { email: undefined }, "user.email"],
    ["no password", { password: undefined, password_confirmation: undefined }, "user.password"],
    ["an empty password", { password: "", password_confirmation: "" }, "user.password"],
    ["a confirmation that differs", { password_confirmation: "other" }, "user.password_confirmation"],
    ["an unknown invitation", { invite_token: "unknown" }, "user.invite_token"],
    ["an unknown field", { admin: true }, "user.admin"],
  ])("with %s is 422 and changes nothing [17.3]", async (_what, changes, field) => {
    const service = mock()
    const { status, body, headers } = await signUp(service, changes)
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 422, error_code: "validation_error" })
    expect(Object.keys(body.validation_errors)).toEqual([field])
    expect(headers.get("authorization")).toBeNull()
    expect(service.world.tables.users.size).toBe(5)
  })

  it("with the token of another person's invitation is 422, and it stays pending [17.9]", async () => {
    const service = mock()
    const { status, body } = await signUp(service, { email: "eve@evil.test", invite_token: "mock-invite-token" })
    expect([status, Object.keys(body.validation_errors)]).toEqual([422, ["user.email"]])
    expect((await service.call("GET", "/v1/my/account/invites")).body[0].status).toBe("pending")
  })

  it("with a revoked invitation is 422 [17.2]", async () => {
    const service = mock()
    await service.call("DELETE", "/v1/my/account/invites/1")
    expect((await signUp(service, { invite_token: "mock-invite-token" })).status).toBe(422)
  })
})

describe("signing in", () => {
  const signIn = ({ call }: ReturnType<typeof mock>, user: object) =>
    call("POST", "/v1/login", { key: null, body: { user } })

  it("responds with 200 with the user and a JWT in the header [auth.login] [17.4]", async () => {
    const service = mock()
    const { status, body, headers } = await signIn(service, { email: "Owner@Acme.test", password: "mock-password" })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: 1, email: "owner@acme.test", ui_login_count: 1 })
    expect(body).not.toHaveProperty("password")
    expect((await service.call("GET", "/v1/my/user", { key: bearer(headers) })).status).toBe(200)
  })

  it("issues a JSON Web Token valid for 15 days, a different one each time [17.4]", async () => {
    const service = mock()
    const user = { email: "owner@acme.test", password: "mock-password" }
    const tokens = [await signIn(service, user), await signIn(service, user)].map(({ headers }) => bearer(headers))
    expect(tokens[0]).not.toBe(tokens[1])
    const now = Date.parse("2026-03-01T12:00:00.000Z")
    expect(verifyJwt(tokens[0] ?? "", personKey, now)).toMatchObject({
      sub: "1",
      iat: now / 1_000,
      exp: now / 1_000 + 15 * 86_400,
    })
  })

  it.each([
    ["a wrong password", { email: "owner@acme.test", password: "wrong" }],
    ["an unknown address", { email: "nobody@acme.test", password: "mock-password" }],
  ])("with %s is 401 [17.4]", async (_what, user) => {
    const { status, body, headers } = await signIn(mock(), user)
    expect(status).toBe(401)
    expect(body.error_code).toBe("unauthorized")
    expect(headers.get("authorization")).toBeNull()
  })

  it("without address or password is 422", async () => {
    const { status, body } = await signIn(mock(), {})
    expect(status).toBe(422)
    expect(Object.keys(body.validation_errors)).toEqual(["user.email", "user.password"])
  })
})

describe("signing out", () => {
  it("responds with 204 and revokes that JWT only [auth.logout] [17.5]", async () => {
    const { call, token } = mock()
    const user = { email: "owner@acme.test", password: "mock-password" }
    const other = bearer((await call("POST", "/v1/login", { key: null, body: { user } })).headers)
    const key = await token("owner")
    const { status, body } = await call("DELETE", "/v1/logout", { key })
    expect([status, body]).toEqual([204, null])
    expect((await call("GET", "/v1/my/user", { key })).status).toBe(401)
    expect((await call("DELETE", "/v1/logout", { key })).status).toBe(401)
    expect((await call("GET", "/v1/my/user", { key: other })).status).toBe(200)
  })

  it("is for JWTs only: an API key is 403", async () => {
    expect((await mock().call("DELETE", "/v1/logout")).status).toBe(403)
  })
})
