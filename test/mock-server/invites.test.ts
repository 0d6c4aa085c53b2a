import { describe, expect, it } from "vitest"
import { Invite } from "../../sdk/contract/invites.ts"
import { mock } from "../support/mock.ts"

const day = 86_400_000
const path = "/v1/my/account/invites"
const invite = ({ call }: ReturnType<typeof mock>, body: object = { email: "new@acme.test", role: "admin" }) =>
  call("POST", path, { body })

describe("inviting someone", () => {
  it("responds with 201 with a pending invitation that lives seven days [invites.create] [11.1]", async () => {
    const { status, body } = await invite(mock())
    expect(status).toBe(201)
    expect(Invite.parse(body)).toEqual(body)
    expect(body).toEqual({
      id: 3,
      account_id: 1,
      email: "new@acme.test",
      role: "admin",
      token: expect.stringMatching(/^[0-9a-f]{40}$/),
      status: "pending",
      accepted_at: null,
      revoked_at: null,
      expires_at: "2026-03-08T12:00:00.000Z",
      created_at: "2026-03-01T12:00:00.000Z",
      updated_at: "2026-03-01T12:00:00.000Z",
    })
  })

  it("e-mails the invitation with its token", async () => {
    const service = mock()
    const { body } = await invite(service)
    expect([...service.world.tables.outbox.all()]).toMatchObject([
      {
        to: "new@acme.test",
        kind: "invitation",
        text: expect.stringContaining(body.token),
        data: { invite_id: 3, account_id: 1, token: body.token },
      },
    ])
  })

  it("defaults to the role member", async () => {
    expect((await invite(mock(), { email: "new@acme.test" })).body.role).toBe("member")
  })

  it.each([
    ["no address", { role: "member" }, "email"],
    ["an invalid address", { email: "new" }, "email"],
    ["the role of owner", { email: "new@acme.test", role: "owner" }, "role"],
    ["a person on the team", { email: "MEMBER@acme.test" }, "email"],
    ["a person already invited", { email: "Invited@acme.test" }, "email"],
  ])("with %s is 422 [19.6]", async (_what, body, field) => {
    const response = await invite(mock(), body)
    expect(response.status).toBe(422)
    expect(Object.keys(response.body.validation_errors)).toEqual([field])
  })
})

describe("inviting someone again", () => {
  it("is possible once the invitation was revoked or has expired, and from another account [invites.create] [19.9]", async () => {
    const { call, advance } = mock()
    const body = { email: "invited@acme.test" }
    expect((await call("POST", path, { body, as: "manager_owner" })).status).toBe(201)
    await call("DELETE", `${path}/1`)
    expect((await call("POST", path, { body })).status).toBe(201)
    await advance(7 * day)
    expect((await call("POST", path, { body })).status).toBe(201)
  })
})

describe("invitations", () => {
  it("are listed in pages of 100 by default [invites.list] [36.2]", async () => {
    const service = mock()
    for (let n = 0; n < 104; n++) await invite(service, { email: `n${n}@acme.test` })
    const { body, headers } = await service.call("GET", path)
    expect(body).toHaveLength(100)
    expect(headers.get("x-total-count")).toBe("105")
    expect((await service.call("GET", `${path}?per_page=10&page=11`)).body).toHaveLength(5)
  })

  it("are revoked while pending: status and revoked_at change [invites.revoke] [11.3]", async () => {
    const { call, advance } = mock()
    await advance(60_000)
    const { status, body } = await call("DELETE", `${path}/1`)
    expect([status, body.status, body.revoked_at]).toEqual([200, "revoked", "2026-03-01T12:01:00.000Z"])
    expect((await call("DELETE", `${path}/1`)).status).toBe(409)
  })

  it("of other accounts, and unknown ones, are 404 [35.3]", async () => {
    const { call } = mock()
    expect((await call("DELETE", `${path}/1`, { as: "client_owner" })).status).toBe(404)
    expect((await call("DELETE", `${path}/99`)).status).toBe(404)
    expect((await call("DELETE", `${path}/mock-invite-token`)).status).toBe(404)
  })

  it("expire after seven days [11.4]", async () => {
    const { call, advance } = mock()
    const status = async () => (await call("GET", path)).body[0].status
    await advance(7 * day - 1)
    expect(await status()).toBe("pending")
    await advance(1)
    expect(await status()).toBe("expired")
  })

  it("do not expire once answered [11.4]", async () => {
    const { call, advance } = mock()
    await call("POST", `${path}/mock-owner-invite-token/accept`, { as: "owner" })
    await advance(8 * day)
    expect((await call("GET", path, { as: "manager_owner" })).body[0].status).toBe("accepted")
  })
})

describe("accepting an invitation", () => {
  /** The seeded owner of the main account, invited by the seeded invitation to the manager's team. */
  const accept = ({ call }: ReturnType<typeof mock>, token = "mock-owner-invite-token") =>
    call("POST", `${path}/${token}/accept`, { as: "owner" })

  it("by its token sets accepted_at and joins the team [invites.accept] [11.2]", async () => {
    const service = mock()
    await service.advance(60_000)
    const { status, body } = await accept(service)
    expect([status, body.status, body.accepted_at]).toEqual([200, "accepted", "2026-03-01T12:01:00.000Z"])
    const { body: team } = await service.call("GET", "/v1/my/account/memberships", { as: "manager_owner" })
    expect(team[1]).toMatchObject({ user_id: 1, role: "member", email: "owner@acme.test" })
  })

  it("refuses a number as a token [19.7]", async () => {
    expect((await accept(mock(), "1")).status).toBe(404)
    expect((await accept(mock(), "unknown")).status).toBe(404)
  })

  it("is only for the person it names: 403 for others and for keys, and it stays pending [29.20]", async () => {
    const { call } = mock()
    const { token } = (await call("POST", path, { body: { email: "Owner@CLIENT.test" } })).body
    const status = async (who: object) => (await call("POST", `${path}/${token}/accept`, who)).status
    expect(await status({})).toBe(403)
    expect(await status({ as: "owner" })).toBe(403)
    expect(await status({ as: "manager_owner" })).toBe(403)
    expect((await call("GET", path)).body[1]).toMatchObject({ status: "pending", accepted_at: null })
    expect(await status({ as: "client_owner" })).toBe(200)
    expect((await call("GET", path)).body[1].status).toBe("accepted")
  })

  it("that is no longer pending is 422 [11.5]", async () => {
    const accepted = mock()
    await accept(accepted)
    expect((await accept(accepted)).status).toBe(422)
    const revoked = mock()
    await revoked.call("DELETE", `${path}/2`, { as: "manager_owner" })
    expect((await accept(revoked)).status).toBe(422)
    const expired = mock()
    await expired.advance(7 * day)
    expect((await accept(expired)).status).toBe(422)
  })

  it("keeps the role of a person who is already on the team", async () => {
    const { call } = mock()
    const { token } = (await call("POST", path, { body: { email: "new@acme.test" } })).body
    await call("PATCH", "/v1/my/user", { as: "owner", body: { email: "new@acme.test" } })
    expect((await call("POST", `${path}/${token}/accept`, { as: "owner" })).status).toBe(200)
    expect((await call("GET", "/v1/my/account", { as: "owner" })).body.team.current_role).toBe("owner")
  })
})
