import { describe, expect, it } from "vitest"
import { managedAccountMoves } from "../../mock-server/resources/managed-accounts/provisioning.ts"
import { managementGrantMoves } from "../../mock-server/resources/management-grant/management-grant.ts"
import { ManagementGrant } from "../../sdk/contract/management-grant.ts"
import { mock } from "../support/mock.ts"

const path = "/v1/my/account/management_grant"
const day = 86_400_000
type Service = ReturnType<typeof mock>
type Verb = "confirm" | "revoke"

const command = ({ call }: Service, verb: Verb, id = 1) =>
  call("POST", `${path}/${verb}`, { as: "client_owner", body: { management_grant_id: id } })

function recordBoth({ world }: Service): void {
  managementGrantMoves.consent(world, 1)
  managementGrantMoves.activate_payment(world, 1)
}

/** A service whose seeded grant has the given status. */
async function withGrant(status: ManagementGrant["status"]): Promise<Service> {
  const service = mock()
  if (status === "pending") return service
  if (status === "revoked") {
    await command(service, "revoke")
    return service
  }
  recordBoth(service)
  await command(service, "confirm")
  if (status === "released") managementGrantMoves.release(service.world, 1)
  return service
}

describe("the management grant", () => {
  it("is shown to the account's canonical owner [managementGrant.get] [19.3]", async () => {
    const { status, body } = await mock().call("GET", path, { as: "client_owner" })
    expect(status).toBe(200)
    expect(ManagementGrant.parse(body)).toEqual(body)
    expect(body).toEqual({
      id: 1,
      status: "pending",
      permission_set: "operator_v1",
      manager_account: { id: 2, name: "Manager" },
      requested_at: "2026-03-01T12:00:00.000Z",
      activated_at: null,
      revoked_at: null,
      released_at: null,
    })
  })

  it("is 403 for everyone else, whatever their role [29.14]", async () => {
    const service = mock()
    const { body: invite } = await service.call("POST", "/v1/my/account/invites", {
      as: "client_owner",
      body: { email: "admin@acme.test", role: "admin" },
    })
    await service.call("POST", `/v1/my/account/invites/${invite.token}/accept`, { as: "admin" })
    const asAdmin = { as: "admin", headers: { "X-Account-ID": "3" }, body: { management_grant_id: 1 } } as const
    expect((await service.call("GET", path, { ...asAdmin, body: undefined })).status).toBe(403)
    expect((await service.call("POST", `${path}/confirm`, asAdmin)).status).toBe(403)
    expect((await service.call("POST", `${path}/revoke`, asAdmin)).status).toBe(403)
  })

  it("is 404 for the owner of an unmanaged account [19.3]", async () => {
    const { call } = mock()
    expect((await call("GET", path, { as: "owner" })).status).toBe(404)
    const body = { management_grant_id: 1 }
    expect((await call("POST", `${path}/revoke`, { as: "owner", body })).status).toBe(404)
  })
})

describe("confirming", () => {
  it("activates a pending grant if consent and payment are recorded [managementGrant.confirm] [9.1]", async () => {
    const service = mock()
    recordBoth(service)
    await service.advance(60_000)
    const { status, body } = await command(service, "confirm")
    expect([status, body.status, body.activated_at]).toEqual([200, "active", "2026-03-01T12:01:00.000Z"])
  })

  it("requires consent and payment beforehand: 409 [9.2]", async () => {
    const nothing = mock()
    expect((await command(nothing, "confirm")).status).toBe(409)
    const consented = mock()
    managementGrantMoves.consent(consented.world, 1)
    expect((await command(consented, "confirm")).status).toBe(409)
    const paid = mock()
    managementGrantMoves.activate_payment(paid.world, 1)
    expect((await command(paid, "confirm")).status).toBe(409)
    expect((await paid.call("GET", path, { as: "client_owner" })).body.status).toBe("pending")
  })
})

describe("revoking", () => {
  it.each(["pending", "active"])("ends a %s grant [managementGrant.revoke] [9.3]", async (status) => {
    const service = await withGrant(status)
    await service.advance(60_000)
    const { status: answered, body } = await command(service, "revoke")
    expect([answered, body.status, body.revoked_at]).toEqual([200, "revoked", "2026-03-01T12:01:00.000Z"])
  })

  it("again responds with 200 with the same grant [9.3]", async () => {
    const service = await withGrant("revoked")
    await service.advance(60_000)
    const { status, body } = await command(service, "revoke")
    expect([status, body.revoked_at]).toEqual([200, "2026-03-01T12:00:00.000Z"])
  })

  it("ends the provisioning of the managed account [9.7]", async () => {
    const service = await withGrant("revoked")
    const { body } = await service.call("GET", "/v1/my/managed_accounts", { as: "manager_owner" })
    expect(body[0].status).toBe("ended")
  })
})

describe("a command", () => {
  it.each([
    ["confirm", "active"],
    ["confirm", "revoked"],
    ["confirm", "released"],
    ["revoke", "released"],
  ] as const)("to %s a grant that is %s is 409 and changes nothing [9.5]", async (verb, status) => {
    const service = await withGrant(status)
    const before = await service.call("GET", path, { as: "client_owner" })
    expect((await command(service, verb)).status).toBe(409)
    expect((await service.call("GET", path, { as: "client_owner" })).body).toEqual(before.body)
  })

  it.each(["confirm", "revoke"] as const)("to %s any but the current grant is 409 [9.6]", async (verb) => {
    const service = mock()
    recordBoth(service)
    expect((await command(service, verb, 2)).status).toBe(409)
    const row = service.world.tables.grants.get(1)
    if (row === undefined) throw new Error("The seed has a grant")
    service.world.tables.grants.insert({ ...row, id: 2 })
    expect((await command(service, verb, 1)).status).toBe(409)
    expect((await command(service, verb, 2)).status).toBe(200)
  })

  it.each([{}, { management_grant_id: "1" }, { management_grant_id: 0 }, { management_grant_id: 1, force: true }])(
    "with the body %j is 400 [19.3]",
    async (body) => {
      for (const verb of ["confirm", "revoke"]) {
        const response = await mock().call("POST", `${path}/${verb}`, { as: "client_owner", body })
        expect([response.status, response.body.error_code]).toEqual([400, "bad_request"])
      }
    },
  )
})

describe("moves without an endpoint", () => {
  it("record consent and payment once, while the grant is pending [9.2]", async () => {
    const { world, advance } = mock()
    managementGrantMoves.consent(world, 1)
    await advance(1_000)
    managementGrantMoves.consent(world, 1)
    expect(world.tables.grants.get(1)?.owner_consent_at).toBe("2026-03-01T12:00:00.000Z")
    const { world: revoked } = await withGrant("revoked")
    expect(() => managementGrantMoves.consent(revoked, 1)).toThrow("revoked")
    expect(() => managementGrantMoves.activate_payment(world, 99)).toThrow("not found")
  })

  it.each([
    ["consent, then payment", ["consent", "activate_payment"], ["payment_required", "active"]],
    ["payment, then consent", ["activate_payment", "consent"], ["preparing", "active"]],
  ] as const)("update the managed account too: %s", async (_what, moves, statuses) => {
    const { call, world } = mock()
    for (const [at, move] of moves.entries()) {
      managementGrantMoves[move](world, 1)
      const { body } = await call("GET", "/v1/my/managed_accounts", { as: "manager_owner" })
      expect(body[0].status).toBe(statuses[at])
    }
    const { body } = await call("GET", "/v1/my/managed_accounts", { as: "manager_owner" })
    expect(body[0].invitation.claimed_at).toBe("2026-03-01T12:00:00.000Z")
    const confirmation = { as: "client_owner", body: { management_grant_id: 1 } } as const
    expect((await call("POST", `${path}/confirm`, confirmation)).status).toBe(200)
  })

  it("claim an offered account on consent, even if its invitation has expired", async () => {
    const { world, advance } = mock()
    managedAccountMoves.send_invitation(world, 1)
    await advance(7 * day)
    expect(world.tables.managedAccounts.get(1)).toMatchObject({
      status: "awaiting_owner",
      invitation: { expired: true },
    })
    managementGrantMoves.consent(world, 1)
    expect(world.tables.managedAccounts.get(1)).toMatchObject({
      status: "payment_required",
      invitation: { expired: false, reissues_remaining: 2 },
    })
  })

  it("are recorded for the grant when made on the managed account", async () => {
    const service = mock()
    for (const move of ["send_invitation", "claim", "pay"] as const) managedAccountMoves[move](service.world, 1)
    expect((await command(service, "confirm")).status).toBe(200)
  })

  it("release an active grant, which sets released_at and ends the provisioning [9.7]", async () => {
    const service = await withGrant("released")
    const { body } = await service.call("GET", path, { as: "client_owner" })
    expect([body.status, body.released_at]).toEqual(["released", "2026-03-01T12:00:00.000Z"])
    expect(service.world.tables.managedAccounts.get(1)?.status).toBe("ended")
    const { world } = mock()
    expect(() => managementGrantMoves.release(world, 1)).toThrow("cannot release")
  })
})
