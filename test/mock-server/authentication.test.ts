import { createHmac } from "node:crypto"
import { describe, expect, it } from "vitest"
import type { NewCredential } from "../../mock-server/base/models.gen.ts"
import { storefrontToken } from "../../mock-server/resources/credentials/credentials.ts"
import { signJwt, storefrontKey } from "../../mock-server/resources/credentials/jwt.ts"
import { mintCredential } from "../../mock-server/resources/credentials/mint-credential.ts"
import { managementGrantMoves } from "../../mock-server/resources/management-grant/management-grant.ts"
import { seededCredentials, tokenOfStorefront } from "../../mock-server/seed/seeded-fixtures.ts"
import { mock } from "../support/mock.ts"

const day = 86_400_000
const { api_key, public_key, provisioning_credential, management_credential, storefront_token } = seededCredentials

/** A service, and a function that mints credentials that the seed lacks. */
function setUp() {
  const service = mock()
  const mint = (request: NewCredential) => mintCredential(service.world, request).token
  return { ...service, mint }
}

/** Makes the seeded grant active, as the client's owner would. */
async function activateGrant({ world, call }: ReturnType<typeof mock>): Promise<void> {
  managementGrantMoves.consent(world, 1)
  managementGrantMoves.activate_payment(world, 1)
  const { status } = await call("POST", "/v1/my/account/management_grant/confirm", {
    as: "client_owner",
    body: { management_grant_id: 1 },
  })
  expect(status).toBe(200)
}

describe("a request without a valid credential", () => {
  it.each([
    ["none at all", {}],
    ["an unknown key", { Authorization: "Bearer maskey_live_unknown" }],
    ["no Bearer", { Authorization: api_key }],
    ["another scheme", { Authorization: `Basic ${api_key}` }],
    ["an empty Bearer", { Authorization: "Bearer " }],
    ["two words after Bearer", { Authorization: `Bearer ${api_key} x` }],
    ["a JWT that was not issued", { Authorization: `Bearer ${signJwt({ sub: "1", exp: 4e9 }, "guess")}` }],
    ["a shop's name", { Authorization: "Bearer acme.storefront.test" }],
    ["the popup's cookie outside of the popup", { Cookie: "mas_session=x" }],
  ])("is 401 with WWW-Authenticate: %s [29.2]", async (_what, headers) => {
    const { status, body, headers: answered } = await mock().call("GET", "/v1/my/account", { key: null, headers })
    expect(status).toBe(401)
    expect(answered.get("www-authenticate")).toBe("Bearer")
    expect(body).toMatchObject({ code: 401, error: true, error_code: "unauthorized" })
  })
})

describe("an API key", () => {
  it("acts on its own account as the owner and its default brand [29.3]", async () => {
    const { call } = mock()
    const { body } = await call("GET", "/v1/my/account", { key: api_key })
    expect(body).toMatchObject({ id: 1, team: { current_role: "owner" }, access: { credential_type: "api_key" } })
  })

  it("ignores X-Account-ID, even of an account that does not exist [29.13]", async () => {
    const { call } = mock()
    for (const id of ["2", "999", "x"]) {
      const { body } = await call("GET", "/v1/my/account", { headers: { "X-Account-ID": id } })
      expect(body.id).toBe(1)
    }
  })

  it("selects a brand of its account by X-Brand-SID; any other is 404 [29.12]", async () => {
    const { call } = mock()
    const statusWith = async (sid: string) =>
      (await call("GET", "/v1/my/account", { headers: { "X-Brand-SID": sid } })).status
    expect(await statusWith("brand_second")).toBe(200)
    expect(await statusWith("brand_client")).toBe(404)
    expect(await statusWith("brand_unknown")).toBe(404)
  })

  it("is refused by public forms, the affiliate centre and the management grant with 403 [29.14] [29.15]", async () => {
    const { call } = mock()
    const form = { email: "a@b.test", list_id: 1 }
    expect((await call("POST", "/v1/public/contacts", { body: form })).status).toBe(403)
    expect((await call("GET", "/v1/my/affiliate")).status).toBe(403)
    expect((await call("POST", "/v1/my/affiliate")).status).toBe(403)
    expect((await call("GET", "/v1/my/account/management_grant")).status).toBe(403)
  })

  it("is rejected after it is revoked [29.2]", async () => {
    const { call, mint, world } = setUp()
    const key = mint({ kind: "api_key", account_id: 2 })
    expect((await call("GET", "/v1/my/account", { key })).body.id).toBe(2)
    const row = world.tables.credentials.find("token", key)
    if (row) world.tables.credentials.update(row, { revoked_at: world.timestamp() })
    expect((await call("GET", "/v1/my/account", { key })).status).toBe(401)
  })
})

describe("the popup's session", () => {
  const statusOf = async ({ call, control }: ReturnType<typeof mock>, user_id: number, path: string) => {
    const { cookie } = control.credentials.mint({ kind: "session_cookie", user_id })
    return (await call("GET", path, { key: null, headers: { Cookie: cookie ?? "" } })).status
  }

  it("opens the affiliate centre, and no other endpoint below /v1/my [29.1] [29.14]", async () => {
    const service = mock()
    const { body: owner } = await service.call("GET", "/v1/my/user", { as: "client_owner" })
    expect(await statusOf(service, owner.id, "/v1/my/account/management_grant")).toBe(401)
    expect(await statusOf(service, owner.id, "/v1/my/account")).toBe(401)
    expect(await statusOf(service, 1, "/v1/my/affiliate")).toBe(200)
  })

  it("ignores X-Account-ID [29.13]", async () => {
    const { call, control } = mock()
    const { cookie } = control.credentials.mint({ kind: "session_cookie", user_id: 1 })
    const headers = { Cookie: cookie ?? "", "X-Account-ID": "999" }
    expect((await call("GET", "/v1/my/affiliate", { key: null, headers })).status).toBe(200)
  })
})

describe("a JWT", () => {
  it("selects any of the person's accounts by X-Account-ID; any other is 403 [29.13]", async () => {
    const { call, world } = mock()
    const invite = await call("POST", "/v1/my/account/invites", { body: { email: "owner@client.test", role: "admin" } })
    await call("POST", `/v1/my/account/invites/${invite.body.token}/accept`, { as: "client_owner" })
    const accountOf = async (id?: string) =>
      call("GET", "/v1/my/account", { as: "client_owner", headers: id === undefined ? {} : { "X-Account-ID": id } })
    expect((await accountOf()).body).toMatchObject({ id: 3, team: { current_role: "owner" } })
    expect((await accountOf("1")).body).toMatchObject({ id: 1, team: { current_role: "admin" } })
    for (const id of ["2", "999", "0", "-1", "1e0", "0x1", "x"]) {
      const { status } = await accountOf(id)
      expect([id, status]).toEqual([id, 403])
    }
    expect(world.tables.memberships.size).toBe(6)
  })

  it("expires after 15 days [29.4]", async () => {
    const { call, advance, token } = mock()
    const key = await token("owner")
    await advance(15 * day - 1)
    expect((await call("GET", "/v1/my/user", { key })).status).toBe(200)
    await advance(1)
    expect((await call("GET", "/v1/my/user", { key })).status).toBe(401)
  })

  it("is refused from its own exp on, whatever the millisecond of its start [29.4]", async () => {
    const { call, advance, world, mint } = setUp()
    for (const start of [999, 501, 1]) {
      await advance(start)
      const key = mint({ kind: "jwt" })
      const { exp } = JSON.parse(Buffer.from(key.split(".")[1] ?? "", "base64url").toString())
      expect(Date.parse(world.tables.credentials.find("token", key)?.expires_at ?? "")).toBe(exp * 1_000)
      await advance(exp * 1_000 - 1 - world.now())
      expect((await call("GET", "/v1/my/user", { key })).status).toBe(200)
      await advance(1)
      expect((await call("GET", "/v1/my/user", { key })).status).toBe(401)
    }
  })

  it("loses access to an account when the person leaves its team", async () => {
    const { call } = mock()
    expect((await call("GET", "/v1/my/account", { as: "member" })).status).toBe(200)
    await call("DELETE", "/v1/my/account/memberships/3")
    expect((await call("GET", "/v1/my/account", { as: "member" })).status).toBe(403)
  })

  it("of someone on no team can read the person, and lets them join a team again", async () => {
    const { call } = mock()
    const as = "member"
    expect((await call("GET", "/v1/my/user", { as })).status).toBe(200)
    await call("DELETE", "/v1/my/account/memberships/3")
    expect((await call("GET", "/v1/my/user", { as })).body.id).toBe(3)
    expect((await call("GET", "/v1/my/accounts", { as })).body).toEqual([])
    expect((await call("GET", "/v1/oauth/me", { as })).body.accounts).toEqual([])
    expect((await call("POST", "/v1/oauth/subscribe", { as, body: { plan_id: 1 } })).status).toBe(422)
    expect((await call("GET", "/v1/my/account/team", { as })).status).toBe(403)
    expect((await call("GET", "/v1/my/contacts", { as })).status).toBe(403)
    expect((await call("GET", "/v1/my/user", { as, headers: { "X-Account-ID": "1" } })).status).toBe(403)
    const invitation = { body: { email: "member@acme.test" } }
    const { token } = (await call("POST", "/v1/my/account/invites", invitation)).body
    expect((await call("POST", `/v1/my/account/invites/${token}/accept`, { as })).status).toBe(200)
    expect((await call("GET", "/v1/my/account", { as })).body.id).toBe(1)
  })
})

describe("a storefront's ID token", () => {
  const now = Date.parse("2026-03-01T12:00:00.000Z") / 1_000
  const exp = now + 300
  const status = async (key: string) => (await mock().call("GET", "/v1/my/account", { key })).status

  it("is accepted on its storefront's account while its signature and times are valid [29.6]", async () => {
    expect(await status(storefront_token)).toBe(200)
    expect(await status(storefrontToken("acme.storefront.test", exp))).toBe(200)
  })

  it("is valid until 2100 in fixtures, as the seeded one, which is not signed anew", () => {
    const year2100 = Date.UTC(2100) / 1_000
    expect(tokenOfStorefront("other.storefront.test")).toBe(storefrontToken("other.storefront.test", year2100))
    expect(storefront_token).toBe(storefrontToken("acme.storefront.test", year2100))
  })

  it("is accepted from the second of its nbf to the last before its exp [29.19]", async () => {
    expect(await status(storefrontToken("acme.storefront.test", now + 1))).toBe(200)
    expect(await status(signJwt({ ...claims, nbf: now }, storefrontKey))).toBe(200)
  })

  const claims = { dest: "https://acme.storefront.test", aud: "mas-embedded-app", exp }
  it.each([
    ["signed with another key", signJwt(claims, "another")],
    ["expired", storefrontToken("acme.storefront.test", now - 1)],
    ["at the very second of its exp", storefrontToken("acme.storefront.test", now)],
    ["without an expiry", signJwt({ ...claims, exp: undefined }, storefrontKey)],
    ["not valid yet", signJwt({ ...claims, nbf: now + 1 }, storefrontKey)],
    ["for another application", signJwt({ ...claims, aud: "other" }, storefrontKey)],
    ["of a storefront without an installation", storefrontToken("other.storefront.test", exp)],
    ["unsigned", `${Buffer.from('{"alg":"none"}').toString("base64url")}.${signJwt(claims, "x").split(".")[1]}.`],
    ["cut short", storefront_token.slice(0, -2)],
  ])("is 401 when %s [29.6]", async (_what, token) => {
    expect(await status(token)).toBe(401)
  })

  it("is 401 once the installation has ended [29.6]", async () => {
    const { call, mint, world } = setUp()
    const key = mint({ kind: "storefront_token" })
    expect((await call("GET", "/v1/my/account", { key })).status).toBe(200)
    const row = world.tables.credentials.find("token", key)
    if (row) world.tables.credentials.update(row, { revoked_at: world.timestamp() })
    expect((await call("GET", "/v1/my/account", { key })).status).toBe(401)
    expect((await call("GET", "/v1/my/account", { key: storefront_token })).status).toBe(200)
  })

  it("is HMAC-SHA256 over its first two parts, as in any JWT library", () => {
    const [head, payload, signature] = storefront_token.split(".")
    expect(createHmac("sha256", storefrontKey).update(`${head}.${payload}`).digest("base64url")).toBe(signature)
  })
})

describe("a public key", () => {
  it("is 403 on everything but public forms [29.7]", async () => {
    const { call } = mock()
    for (const path of ["/v1/my/account", "/v1/my/user", "/v1/my/managed_accounts", "/v1/my/affiliate"]) {
      expect((await call("GET", path, { key: public_key })).status).toBe(403)
    }
  })
})

describe("a provisioning credential", () => {
  it("lists and creates managed accounts and nothing else [29.9]", async () => {
    const { call } = mock()
    const key = provisioning_credential
    expect((await call("GET", "/v1/my/managed_accounts", { key })).status).toBe(200)
    for (const path of ["/v1/my/account", "/v1/my/user", "/v1/my/account/team", "/v1/my/accounts", "/v1/my/webhooks"]) {
      expect((await call("GET", path, { key })).status).toBe(403)
    }
  })
})

describe("a management credential", () => {
  it("is 401 until its grant is active [29.10]", async () => {
    const service = mock()
    const statusNow = async () => (await service.call("GET", "/v1/my/account", { key: management_credential })).status
    expect(await statusNow()).toBe(401)
    await activateGrant(service)
    expect(await statusNow()).toBe(200)
  })

  it("acts on the managed account and on the one brand of its grant [29.10]", async () => {
    const service = mock()
    await activateGrant(service)
    const { body } = await service.call("GET", "/v1/my/account", { key: management_credential })
    expect(body.id).toBe(3)
    expect(body.access).toEqual({
      source: "management_grant",
      delegated: true,
      manager_account_id: 2,
      manager_account_name: "Manager",
      management_grant_id: 1,
      permission_set: "operator_v1",
      credential_type: "management",
    })
    service.world.tables.brands.insert({ id: 9, account_id: 3, sid: "brand_other", name: "Other", is_default: false })
    const withBrand = async (sid: string) =>
      (await service.call("GET", "/v1/my/account", { key: management_credential, headers: { "X-Brand-SID": sid } }))
        .status
    expect(await withBrand("brand_client")).toBe(200)
    expect(await withBrand("brand_other")).toBe(404)
    expect(await withBrand("brand_manager")).toBe(404)
  })

  it("cannot access people, teams, webhooks or grants, and cannot spend money [29.11]", async () => {
    const service = mock()
    await activateGrant(service)
    const calls = [
      ["GET", "/v1/my/user"],
      ["PATCH", "/v1/my/user"],
      ["GET", "/v1/my/impersonation"],
      ["DELETE", "/v1/my/impersonation"],
      ["DELETE", "/v1/logout"],
      ["GET", "/v1/my/billing/funding"],
      ["POST", "/v1/my/billing/funding/purchases"],
      ["POST", "/v1/my/subscription/checkout"],
      ["POST", "/v1/my/validation_operations"],
      ["GET", "/v1/my/account/team"],
      ["GET", "/v1/my/account/memberships"],
      ["GET", "/v1/my/account/invites"],
      ["POST", "/v1/my/account/invites/mock-invite-token/accept"],
      ["GET", "/v1/my/webhooks"],
      ["GET", "/v1/my/account/management_grant"],
      ["GET", "/v1/my/affiliate"],
      ["GET", "/v1/my/managed_accounts"],
    ] as const
    for (const [method, path] of calls) {
      const { status } = await service.call(method, path, { key: management_credential })
      expect([path, status]).toEqual([path, 403])
    }
  })

  it("gets validation quotes, and reads validation results", async () => {
    const service = mock()
    await activateGrant(service)
    const { id } = service.world.tables.lists.add(service.world, { brand_id: 4, name: "Clients" })
    const path = "/v1/my/validation_operations/quote"
    const { status } = await service.call("POST", path, { key: management_credential, body: { list_id: id } })
    expect(status).toBe(200)
    const operation = "/v1/my/validation_operations/unknown"
    expect((await service.call("GET", operation, { key: management_credential })).status).toBe(404)
  })

  it("is rejected from the next request on once the grant is revoked [9.4]", async () => {
    const service = mock()
    await activateGrant(service)
    await service.call("POST", "/v1/my/account/management_grant/revoke", {
      as: "client_owner",
      body: { management_grant_id: 1 },
    })
    expect((await service.call("GET", "/v1/my/account", { key: management_credential })).status).toBe(401)
  })
})

describe("a role", () => {
  it("of member reads the team, but cannot manage it, invitations, webhooks or billing [29.17]", async () => {
    const { call } = mock()
    const forbiddenCalls = [
      ["GET", "/v1/my/account/invites"],
      ["POST", "/v1/my/account/invites"],
      ["DELETE", "/v1/my/account/invites/1"],
      ["PATCH", "/v1/my/account/memberships/2"],
      ["DELETE", "/v1/my/account/memberships/2"],
      ["GET", "/v1/my/webhooks"],
      ["GET", "/v1/my/billing/funding"],
    ] as const
    for (const [method, path] of forbiddenCalls) {
      const { status } = await call(method, path, { as: "member", body: method === "GET" ? undefined : {} })
      expect([path, status]).toEqual([path, 403])
    }
    for (const path of ["/v1/my/account/memberships", "/v1/my/account/team", "/v1/my/user"]) {
      expect((await call("GET", path, { as: "member" })).status).toBe(200)
    }
  })

  it.each([
    ["member", "POST", "/v1/my/account/management_grant/confirm", {}],
    ["admin", "POST", "/v1/my/account/management_grant/revoke", { management_grant_id: "x" }],
    ["owner", "GET", "/v1/my/managed_accounts?status=bad&page=0", undefined],
    ["owner", "POST", "/v1/my/managed_accounts", {}],
    ["client_owner", "POST", "/v1/my/affiliate", { first_name: 1 }],
  ] as const)("that may never call is refused as such: %s, %s %s [29.7]", async (as, method, path, body) => {
    expect((await mock().call(method, path, { as, body })).status).toBe(403)
  })

  it("of admin manages the team [29.17]", async () => {
    const { call } = mock()
    expect((await call("GET", "/v1/my/account/invites", { as: "admin" })).status).toBe(200)
    const { status } = await call("PATCH", "/v1/my/account/memberships/3", { as: "admin", body: { role: "admin" } })
    expect(status).toBe(200)
  })
})

describe("minting", () => {
  it.each([
    [{ kind: "api_key", account_id: 99 }, "account_id"],
    [{ kind: "jwt", user_id: 99 }, "user_id"],
    [{ kind: "jwt", impersonated_user_id: 99 }, "impersonated_user_id"],
    [{ kind: "public_key", brand_sid: "brand_client" }, "brand_sid"],
    [{ kind: "management", account_id: 1 }, "account_id"],
    [{ kind: "provisioning", account_id: 1 }, "account_id"],
  ] as const)("with %j names the wrong field", (request, field) => {
    expect(() => setUp().mint(request)).toThrow(field)
  })

  it("gives each kind its own prefix", () => {
    const { mint } = setUp()
    expect(mint({ kind: "api_key" })).toMatch(/^maskey_live_/)
    expect(mint({ kind: "public_key" })).toMatch(/^maspk_live_/)
    expect(mint({ kind: "provisioning" })).toMatch(/^maspc_live_/)
    expect(mint({ kind: "management" })).toMatch(/^masmc_live_/)
  })

  it("signs a person in to the requested account", async () => {
    const { call, mint } = setUp()
    const key = mint({ kind: "jwt", account_id: 1, user_id: 3 })
    expect((await call("GET", "/v1/my/account", { key })).body.id).toBe(1)
  })
})
