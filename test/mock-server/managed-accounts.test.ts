import { describe, expect, it } from "vitest"
import { managedAccountMoves } from "../../mock-server/resources/managed-accounts/provisioning.ts"
import { ManagedAccount } from "../../sdk/contract/managed-accounts.ts"
import { mock } from "../support/mock.ts"

const path = "/v1/my/managed_accounts"
const key = "maspc_live_mock"
const day = 86_400_000
type Service = ReturnType<typeof mock>

const client = { owner_email: "nia@newclient.test", owner_first_name: "Nia", account_name: "New Client" }

const create = ({ call }: Service, changes: object = {}, idempotencyKey = "k1") =>
  call("POST", path, {
    key,
    headers: { "Idempotency-Key": idempotencyKey },
    body: { managed_account: { ...client, ...changes } },
  })

const list = ({ call }: Service, query = "") => call("GET", `${path}${query}`, { key })

describe("provisioning an account", () => {
  it("responds with 201 with a record that is preparing [managedAccounts.create] [10.1]", async () => {
    const { status, body } = await create(mock())
    expect(status).toBe(201)
    expect(ManagedAccount.parse(body)).toEqual(body)
    expect(body).toEqual({
      id: 2,
      external_ref: expect.stringMatching(/^ref_[0-9a-f]{16}$/),
      source: "api",
      status: "preparing",
      permission_set: "operator_v1",
      allowed_actions: ["send_invitation", "release"],
      managed_account: { id: 4, name: "New Client" },
      owner: { email: "nia@newclient.test" },
      invitation: {
        expired: false,
        expires_at: null,
        deadline_at: null,
        notice_sent_at: null,
        claimed_at: null,
        reissues_remaining: 3,
      },
      created_at: "2026-03-01T12:00:00.000Z",
      updated_at: "2026-03-01T12:00:00.000Z",
    })
  })

  it("sends no invitation yet, and refuses the owner's login [10.1]", async () => {
    const service = mock()
    await create(service)
    expect(service.world.tables.outbox.size).toBe(0)
    const user = { email: client.owner_email, password: "mock-password" }
    expect((await service.call("POST", "/v1/login", { key: null, body: { user } })).status).toBe(401)
  })

  it("needs an Idempotency-Key: 400 idempotency_key_required [21.3]", async () => {
    const { call } = mock()
    const { status, body } = await call("POST", path, { key, body: { managed_account: client } })
    expect([status, body.error_code]).toEqual([400, "idempotency_key_required"])
  })

  it("answers an exact replay 200 with the record as it is now [10.2]", async () => {
    const service = mock()
    await create(service)
    managedAccountMoves.send_invitation(service.world, 2)
    const { status, body } = await create(service)
    expect([status, body.id, body.status]).toEqual([200, 2, "awaiting_owner"])
    expect((await list(service)).headers.get("x-total-count")).toBe("2")
  })

  it("treats another case of the address and spaces around names as the same input [10.2] [21.4]", async () => {
    const service = mock()
    await create(service)
    const { status, body } = await create(service, { owner_email: "NIA@newclient.test", account_name: " New Client " })
    expect([status, body.id]).toEqual([200, 2])
  })

  it.each([
    ["name", { account_name: "Other" }],
    ["owner", { owner_email: "other@newclient.test" }],
    ["owner's name", { owner_first_name: "Mia" }],
  ])("responds with 409 idempotency_conflict when the %s changes under the same key [21.4]", async (_what, changes) => {
    const service = mock()
    await create(service)
    const { status, body } = await create(service, changes)
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: "idempotency_conflict",
      error_code: "idempotency_conflict",
      provisioning_id: 2,
    })
  })

  it("does not use up a key on a failed request [21.6]", async () => {
    const service = mock()
    expect((await create(service, { account_name: " " })).status).toBe(422)
    expect((await create(service)).status).toBe(201)
  })

  it("answers concurrent requests with one key with one effect", async () => {
    const service = mock()
    const responses = await Promise.all(Array.from({ length: 20 }, () => create(service)))
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    expect(new Set(responses.map(({ body }) => body.id))).toEqual(new Set([2]))
  })

  it("makes another record under another key", async () => {
    const service = mock()
    expect((await create(service)).body.id).toBe(2)
    expect((await create(service, {}, "k2")).body.id).toBe(3)
  })

  it("of an owner already invited to an account of that name is 409 and names the field [21.5]", async () => {
    const service = mock()
    await create(service)
    managedAccountMoves.send_invitation(service.world, 2)
    const { status, body } = await create(
      service,
      { owner_email: "Nia@newclient.test", account_name: "new client" },
      "k2",
    )
    expect([status, body.error_code, body.provisioning_id]).toEqual([409, "conflict", 2])
    expect((await create(service, { account_name: "Second" }, "k3")).status).toBe(201)
    managedAccountMoves.release(service.world, 2)
    expect((await create(service, {}, "k4")).status).toBe(201)
  })

  it("recognizes an owner by their current address", async () => {
    const service = mock()
    await create(service)
    managedAccountMoves.send_invitation(service.world, 2)
    managedAccountMoves.claim(service.world, 2)
    const user = { email: client.owner_email, password: "mock-password" }
    const { headers } = await service.call("POST", "/v1/login", { key: null, body: { user } })
    const key = headers.get("authorization")?.slice("Bearer ".length) ?? ""
    const email = "nia@moved.test"
    expect((await service.call("PATCH", "/v1/my/user", { key, body: { email } })).status).toBe(200)
    expect((await list(service, "?q=moved")).body).toMatchObject([{ id: 2, owner: { email } }])
    expect((await create(service, { owner_email: email }, "k2")).body).toMatchObject({ code: 409, provisioning_id: 2 })
    expect((await create(service, {}, "k3")).status).toBe(201)
    await service.advance(3 * day)
    expect([...service.world.tables.outbox.all()].at(-1)).toMatchObject({ kind: "payment_reminder", to: email })
  })

  it.each([
    ["no address", { owner_email: undefined }, "managed_account.owner_email"],
    ["an invalid address", { owner_email: "nia" }, "managed_account.owner_email"],
    ["no name", { account_name: undefined }, "managed_account.account_name"],
    ["a blank name", { account_name: "  " }, "managed_account.account_name"],
    ["an unknown field", { plan_id: 1 }, "managed_account.plan_id"],
  ])("with %s is 422 [21.2]", async (_what, changes, field) => {
    const { status, body } = await create(mock(), changes)
    expect(status).toBe(422)
    expect(Object.keys(body.validation_errors)).toEqual([field])
  })

  it("is for manager accounts: 403 for any other [21.1]", async () => {
    const { call } = mock()
    expect((await call("GET", path)).status).toBe(403)
    expect((await call("GET", path, { as: "client_owner" })).status).toBe(403)
    const headers = { "Idempotency-Key": "k" }
    expect((await call("POST", path, { headers, body: { managed_account: client } })).status).toBe(403)
    expect((await call("GET", path, { as: "manager_owner" })).status).toBe(200)
  })
})

describe("the list of managed accounts", () => {
  async function filled(): Promise<Service> {
    const service = mock()
    const names = ["Beta", "alpha", "Gamma", "Delta"]
    for (const [n, account_name] of names.entries()) {
      await service.advance(1_000)
      await create(service, { account_name, owner_email: `${"zyxw"[n]}@client.test` }, `k${n}`)
    }
    managedAccountMoves.send_invitation(service.world, 3)
    managedAccountMoves.release(service.world, 4)
    return service
  }
  const names = async (service: Service, query: string) =>
    (await list(service, query)).body.map(({ managed_account }: ManagedAccount) => managed_account.name)

  it("is sorted newest first [managedAccounts.list] [21.2]", async () => {
    expect(await names(await filled(), "")).toEqual(["Delta", "Gamma", "alpha", "Beta", "Client"])
  })

  it.each([
    ["created_at", "asc", ["Client", "Beta", "alpha", "Gamma", "Delta"]],
    ["name", "asc", ["alpha", "Beta", "Client", "Delta", "Gamma"]],
    ["name", "desc", ["Gamma", "Delta", "Client", "Beta", "alpha"]],
    ["owner_email", "asc", ["Client", "Delta", "Gamma", "alpha", "Beta"]],
    ["status", "asc", ["alpha", "Gamma", "Client", "Beta", "Delta"]],
    ["status", "desc", ["Delta", "Beta", "Client", "Gamma", "alpha"]],
  ])("sorts by %s %s, ties by id [21.2]", async (sort, direction, expected) => {
    expect(await names(await filled(), `?sort=${sort}&direction=${direction}`)).toEqual(expected)
  })

  it("searches the account's name and the owner's address, in any case [21.2]", async () => {
    const service = await filled()
    expect(await names(service, "?q=ALPHA")).toEqual(["alpha"])
    expect(await names(service, "?q=z%40client")).toEqual(["Beta"])
    expect(await names(service, "?q=nothing")).toEqual([])
    expect(await names(service, "?q=")).toHaveLength(5)
  })

  it("filters by status; needs_setup matches four of them [10.3]", async () => {
    const service = await filled()
    expect(await names(service, "?status=awaiting_owner")).toEqual(["alpha"])
    expect(await names(service, "?status=ended")).toEqual(["Gamma"])
    expect(await names(service, "?status=needs_setup")).toEqual(["Delta", "alpha", "Beta", "Client"])
    const { world } = service
    managedAccountMoves.claim(world, 3)
    expect(await names(service, "?status=needs_setup")).toContain("alpha")
    managedAccountMoves.pay(world, 3)
    expect(await names(service, "?status=needs_setup")).not.toContain("alpha")
    managedAccountMoves.payment_failed(world, 3)
    expect(await names(service, "?status=needs_setup")).toContain("alpha")
  })

  it("has pages of 25 by default, at most 100 [36.2]", async () => {
    const service = mock()
    for (let n = 0; n < 104; n++) await create(service, { account_name: `Client ${n}` }, `k${n}`)
    const { body, headers } = await list(service)
    expect(body).toHaveLength(25)
    expect([headers.get("x-total-count"), headers.get("x-total-pages")]).toEqual(["105", "5"])
    expect((await list(service, "?per=500")).body).toHaveLength(100)
    expect((await list(service, "?page=5")).body).toHaveLength(5)
  })

  it.each(["?sort=id", "?direction=up", "?status=unknown", "?page=0", "?per=0"])(
    "refuses %s with 422 [21.6]",
    async (query) => {
      expect((await list(mock(), query)).status).toBe(422)
    },
  )

  it("hides other managers' clients [29.18]", async () => {
    const service = mock()
    const row = service.world.tables.accounts.get(1)
    if (row) service.world.tables.accounts.update(row, { manager: true })
    expect((await service.call("GET", path)).body).toEqual([])
  })

  it("shows a client's new name", async () => {
    const service = mock()
    await service.call("PATCH", "/v1/my/account", { as: "client_owner", body: { name: "Renamed" } })
    expect(await names(service, "")).toEqual(["Renamed"])
  })
})

describe("the lifecycle of a managed account", () => {
  const { send_invitation, claim, pay, payment_failed, release } = managedAccountMoves
  const kinds = ({ world }: Pick<Service, "world">) => [...world.tables.outbox.all()].map(({ kind, to }) => [kind, to])

  it("leads through invitation, claim and payment to active [10.4]", async () => {
    const service = mock()
    await create(service)
    const { world, call } = service
    expect(send_invitation(world, 2)).toMatchObject({
      status: "awaiting_owner",
      invitation: { expires_at: "2026-03-08T12:00:00.000Z", deadline_at: "2026-03-29T12:00:00.000Z" },
    })
    expect(claim(world, 2)).toMatchObject({
      status: "payment_required",
      allowed_actions: ["release"],
      invitation: { claimed_at: "2026-03-01T12:00:00.000Z" },
    })
    expect(pay(world, 2).status).toBe("active")
    expect(kinds(service)).toEqual([
      ["managed_account_invitation", client.owner_email],
      ["payment_reminder", client.owner_email],
    ])
    const user = { email: client.owner_email, password: "mock-password" }
    const { headers } = await call("POST", "/v1/login", { key: null, body: { user } })
    const owner = headers.get("authorization")?.slice("Bearer ".length) ?? ""
    expect((await call("GET", "/v1/my/account", { key: owner })).body).toMatchObject({ id: 4, name: "New Client" })
    const body = { management_grant_id: 2 }
    const grant = await call("POST", "/v1/my/account/management_grant/confirm", { key: owner, body })
    expect([grant.status, grant.body.status]).toEqual([200, "active"])
  })

  it("can switch between active and payment issue [10.4]", async () => {
    const service = mock()
    send_invitation(service.world, 1)
    claim(service.world, 1)
    pay(service.world, 1)
    expect(payment_failed(service.world, 1).status).toBe("payment_issue")
    expect(pay(service.world, 1).status).toBe("active")
    expect(kinds(service).at(-1)).toEqual(["payment_reminder", "owner@client.test"])
  })

  it("expires an invitation after seven days, with a notice a day before, and reissues it three times [10.5]", async () => {
    const { world, advance } = mock()
    const invitation = () => world.tables.managedAccounts.get(1)?.invitation
    send_invitation(world, 1)
    await advance(6 * day)
    expect(invitation()).toMatchObject({ expired: false, notice_sent_at: "2026-03-07T12:00:00.000Z" })
    await advance(day)
    expect(invitation()?.expired).toBe(true)
    expect(() => claim(world, 1)).toThrow("has expired: reissue it")
    expect(kinds({ world })).toEqual([
      ["managed_account_invitation", "owner@client.test"],
      ["managed_account_invitation_notice", "owner@client.test"],
    ])
    for (const remaining of [2, 1, 0]) {
      expect(send_invitation(world, 1).invitation).toMatchObject({
        expired: false,
        notice_sent_at: null,
        reissues_remaining: remaining,
        deadline_at: "2026-03-29T12:00:00.000Z",
      })
    }
    expect(() => send_invitation(world, 1)).toThrow("cannot be reissued again")
    await advance(6 * day)
    expect(kinds({ world }).filter(([kind]) => kind === "managed_account_invitation_notice")).toHaveLength(2)
    expect(world.tables.managedAccounts.get(1)?.status).toBe("awaiting_owner")
  })

  it("counts the seven days from the last issue [10.5]", async () => {
    const { world, advance } = mock()
    send_invitation(world, 1)
    await advance(4 * day)
    send_invitation(world, 1)
    await advance(6.5 * day)
    expect(world.tables.managedAccounts.get(1)?.invitation.expired).toBe(false)
    await advance(0.5 * day)
    expect(world.tables.managedAccounts.get(1)?.invitation.expired).toBe(true)
  })

  it("sends three reminders of a due payment, and none once it is paid", async () => {
    const reminders = ({ world }: Service) =>
      [...world.tables.outbox.all()].filter(({ kind }) => kind === "payment_reminder").length
    const service = mock()
    send_invitation(service.world, 1)
    claim(service.world, 1)
    await service.advance(30 * day)
    expect(reminders(service)).toBe(3)
    const paid = mock()
    send_invitation(paid.world, 1)
    claim(paid.world, 1)
    pay(paid.world, 1)
    await paid.advance(30 * day)
    expect(reminders(paid)).toBe(1)
  })

  it("starts new reminders when a later payment fails", async () => {
    const { world, advance } = mock()
    send_invitation(world, 1)
    claim(world, 1)
    await advance(day)
    pay(world, 1)
    payment_failed(world, 1)
    const before = world.tables.outbox.size
    await advance(30 * day)
    expect(world.tables.outbox.size - before).toBe(2)
  })

  it.each([
    ["preparing", []],
    ["awaiting_owner", [send_invitation]],
    ["payment_required", [send_invitation, claim]],
    ["active", [send_invitation, claim, pay]],
    ["payment_issue", [send_invitation, claim, pay, payment_failed]],
  ])("ends permanently when it is released while %s [10.6]", (status, steps) => {
    const { world } = mock()
    for (const step of steps) step(world, 1)
    expect(world.tables.managedAccounts.get(1)?.status).toBe(status)
    expect(release(world, 1)).toMatchObject({ status: "ended", allowed_actions: [] })
    expect(world.tables.grants.get(1)?.status).toBe("revoked")
    for (const move of Object.values(managedAccountMoves)) expect(() => move(world, 1)).toThrow("ended")
  })

  it("releases an active grant too [10.6]", async () => {
    const { world, call } = mock()
    for (const step of [send_invitation, claim, pay]) step(world, 1)
    const body = { management_grant_id: 1 }
    await call("POST", "/v1/my/account/management_grant/confirm", { as: "client_owner", body })
    release(world, 1)
    expect(world.tables.grants.get(1)).toMatchObject({ status: "released", released_at: "2026-03-01T12:00:00.000Z" })
  })

  it("refuses steps out of order [10.4]", () => {
    const { world } = mock()
    expect(() => claim(world, 1)).toThrow("preparing")
    expect(() => pay(world, 1)).toThrow("preparing")
    expect(() => payment_failed(world, 1)).toThrow("preparing")
    expect(() => send_invitation(world, 99)).toThrow("not found")
  })
})
