import { describe, expect, it } from "vitest"
import { mintCredential } from "../../mock-server/resources/credentials/mint-credential.ts"
import { Membership } from "../../sdk/contract/memberships.ts"
import { mock } from "../support/mock.ts"

const path = "/v1/my/account/memberships"

describe("memberships", () => {
  it("show exactly the fields of the interface [memberships.list] [4.1]", async () => {
    const { body } = await mock().call("GET", `${path}?per=1`)
    expect(body).toEqual([
      {
        id: 1,
        role: "owner",
        user_id: 1,
        email: "owner@acme.test",
        name: "Olive Owner",
        created_at: "2026-03-01T12:00:00.000Z",
        updated_at: "2026-03-01T12:00:00.000Z",
      },
    ])
    expect(Membership.parse(body[0])).toEqual(body[0])
  })

  it("have pages of 100 by default, at most 100 [36.2]", async () => {
    const { call, world } = mock()
    for (let id = 100; id < 220; id++) {
      world.tables.memberships.insert({
        id,
        account_id: 1,
        user_id: id,
        role: "member",
        email: `m${id}@acme.test`,
        name: "M",
        created_at: world.timestamp(),
        updated_at: world.timestamp(),
      })
    }
    const first = await call("GET", path)
    expect(first.body).toHaveLength(100)
    expect(Object.fromEntries([...first.headers].filter(([name]) => name.startsWith("x-")))).toMatchObject({
      "x-total-count": "123",
      "x-total-pages": "2",
      "x-page-number": "1",
      "x-next-page": "2",
    })
    expect(first.headers.get("x-prev-page")).toBeNull()
    expect((await call("GET", `${path}?per=1000`)).body).toHaveLength(100)
    expect((await call("GET", `${path}?page=2`)).body).toHaveLength(23)
    expect((await call("GET", `${path}?page=9`)).body).toEqual([])
  })

  it("change their role between member and admin [memberships.update] [19.5]", async () => {
    const { call, advance } = mock()
    await advance(1_000)
    const { status, body } = await call("PATCH", `${path}/3`, { body: { role: "admin" } })
    expect([status, body.role, body.updated_at]).toEqual([200, "admin", "2026-03-01T12:00:01.000Z"])
    expect((await call("GET", "/v1/my/account", { as: "member" })).body.team.current_role).toBe("admin")
  })

  it.each([{ role: "owner" }, { role: "boss" }, { role: null }, {}, { role: "admin", user_id: 1 }])(
    "refuse %j with 422 [19.5]",
    async (body) => {
      expect((await mock().call("PATCH", `${path}/3`, { body })).status).toBe(422)
    },
  )

  it("are removed, and returned as they were [memberships.remove] [19.5]", async () => {
    const { call } = mock()
    const { status, body } = await call("DELETE", `${path}/3`)
    expect([status, body.id, body.email]).toEqual([200, 3, "member@acme.test"])
    expect((await call("GET", path)).headers.get("x-total-count")).toBe("2")
    expect((await call("DELETE", `${path}/3`)).status).toBe(404)
  })

  it("of the owner can be neither changed nor removed: 422 [19.5]", async () => {
    const { call } = mock()
    expect((await call("PATCH", `${path}/1`, { body: { role: "member" } })).status).toBe(422)
    expect((await call("DELETE", `${path}/1`)).status).toBe(422)
    expect((await call("GET", path)).body[0].role).toBe("owner")
  })

  it("give an account's owner the role owner, whatever the invited role", async () => {
    const { call, world } = mock()
    await call("POST", "/v1/my/managed_accounts", {
      key: "maspc_live_mock",
      headers: { "Idempotency-Key": "k1" },
      body: { managed_account: { owner_email: "owner@acme.test", account_name: "Second" } },
    })
    const { token: key } = mintCredential(world, { kind: "api_key", account_id: 4 })
    const { body } = await call("POST", "/v1/my/account/invites", { key, body: { email: "owner@acme.test" } })
    await call("POST", `/v1/my/account/invites/${body.token}/accept`, { as: "owner" })
    expect((await call("GET", path, { key })).body).toMatchObject([{ user_id: 1, role: "owner" }])
  })

  it("of other accounts, and unknown ones, are 404 [35.3]", async () => {
    const { call } = mock()
    for (const id of ["4", "5", "99", "0", "-1", "x", "1.5"]) {
      expect((await call("PATCH", `${path}/${id}`, { body: { role: "admin" } })).status).toBe(404)
      expect((await call("DELETE", `${path}/${id}`)).status).toBe(404)
    }
  })
})
