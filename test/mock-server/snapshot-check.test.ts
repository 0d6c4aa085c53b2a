import { describe, expect, it, onTestFinished, vi } from "vitest"
import type { TaskFailure } from "../../mock-server/service/service.ts"
import { mock } from "../support/mock.ts"
import { mockWithEndpoint } from "../support/webhook-stub.ts"

const control = { key: null }

type Rows = Record<string, unknown>[]
interface Plain {
  clock: { now: number }
  timers: { lastId: number; timers: object[] }
  idempotency: unknown[]
  sends: unknown[]
  attempts: { count: number; attempts: object[] }
  faults: { lastId: number; faults: object[] }
  outcomes: { lastId: number; outcomes: object[] }
  tables: Record<string, { lastId: number; rows: Rows }>
}

const copyOf = (snapshot: unknown): Plain => JSON.parse(JSON.stringify(snapshot))
/** Adds a copy of the table's first row, with the next id. */
const repeat = (snapshot: Plain, table: string, changes: object = {}) => {
  const state = snapshot.tables[table]
  state?.rows.push({ ...state.rows[0], ...changes, id: ++state.lastId })
}
const firstOf = (snapshot: Plain, table: string): Record<string, unknown> => snapshot.tables[table]?.rows[0] ?? {}

const validation = {
  id: 1,
  account_id: 1,
  brand_id: 1,
  operation_id: "op",
  status: "held",
  source_kind: "list",
  counts: { candidate_count: 0, deduplicated_count: 0, cached_count: 0, ineligible_count: 0, eligible_count: 0 },
  pricing: { unit_rate_cents: 1, maximum_charge_cents: 0, currency: "usd", expires_at: "2026-03-01T12:00:00.000Z" },
}

describe("an impossible snapshot", () => {
  const broken: [string, string, (snapshot: Plain) => void][] = [
    ["a time past every Date", "clock.now", (s) => Object.assign(s.clock, { now: 8_640_000_000_000_001 })],
    ["a time that is not a valid timestamp", "clock.now", (s) => Object.assign(s.clock, { now: 8.64e15 })],
    [
      "a timer past every Date",
      "timers.timers.0.dueAt",
      (s) => Object.assign(s.timers.timers[0] ?? {}, { dueAt: 8_640_000_000_000_001 }),
    ],
    [
      "a validation without progress, and its timer",
      "tables.validations.1.progress",
      (s) => {
        s.tables.validations = { lastId: 1, rows: [validation] }
        s.timers.timers.push({ id: 99, dueAt: s.clock.now, kind: "validation.run", subject: 1 })
        s.timers.lastId = 99
      },
    ],
    [
      "an empty plan",
      "tables.plans.1.name",
      (s) => {
        const { plans } = s.tables
        if (plans) plans.rows[0] = { id: 1 }
      },
    ],
    [
      "a status that no machine has",
      "tables.grants.1.status",
      (s) => Object.assign(firstOf(s, "grants"), { status: "x" }),
    ],
    [
      "an account without an owner",
      "tables.accounts.1.owner_id",
      (s) => Object.assign(firstOf(s, "accounts"), { owner_id: 99 }),
    ],
    [
      "an account without a plan",
      "tables.accounts.1.plan_id",
      (s) => Object.assign(firstOf(s, "accounts"), { plan_id: 99 }),
    ],
    [
      "a contact of no brand",
      "tables.contacts.1.brand_id",
      (s) => Object.assign(firstOf(s, "contacts"), { brand_id: 99 }),
    ],
    [
      "an invalid timestamp",
      "tables.invites.1.expires_at",
      (s) => Object.assign(firstOf(s, "invites"), { expires_at: "soon" }),
    ],
    [
      "a contact twice, in another case",
      "tables.contacts.4.email",
      (s) => repeat(s, "contacts", { email: String(firstOf(s, "contacts").email).toUpperCase() }),
    ],
    ["a user twice", "tables.users.6.email", (s) => repeat(s, "users")],
    ["a person twice on a team", "tables.memberships.6.user_id", (s) => repeat(s, "memberships")],
    ["two default brands", "tables.brands.5.is_default", (s) => repeat(s, "brands", { sid: "other" })],
    ["a key twice", "tables.credentials.6.token", (s) => repeat(s, "credentials")],
    [
      "no room for new ids",
      "tables.contacts.lastId",
      (s) => Object.assign(s.tables.contacts ?? {}, { lastId: 2 ** 32 }),
    ],
    [
      "two responses to one idempotency key",
      "idempotency.1.0",
      (s) =>
        s.idempotency.push(...[1, 2].map((id) => ["1/1/messages.send/k", { fingerprint: "{}", response: { id } }])),
    ],
    ["an account's sends twice", "sends.1.0", (s) => s.sends.push([1, []], [1, []])],
    ["a timer twice", "timers.timers.2.id", (s) => s.timers.timers.push({ ...s.timers.timers[0] })],
    ["a timer past the last", "timers.lastId", (s) => Object.assign(s.timers, { lastId: 1 })],
    ["a fault twice", "faults.faults.1.id", (s) => s.faults.faults.push({ ...s.faults.faults[0] })],
    ["an outcome past the last", "outcomes.lastId", (s) => Object.assign(s.outcomes, { lastId: 0 })],
    ["more attempts than it has", "attempts.count", (s) => Object.assign(s.attempts, { count: 9 })],
    [
      "a secret that cannot sign",
      "tables.webhooks.1.secret",
      (s) => Object.assign(firstOf(s, "webhooks"), { secret: "whsec_abcde" }),
    ],
  ]

  it.each(broken)(
    "with %s is refused by table, id and field, and changes nothing",
    async (_what, field, corruptResponse) => {
      const { call, control: world } = mock()
      world.faults.add({ path: "/v1/my/flows", status: 503 })
      world.outcomes.add({ to: "*@gone.test", outcome: "bounced" })
      await call("POST", "/v1/my/webhooks", { body: { url: "https://example.com/hook", events: ["email.sent"] } })
      const before = JSON.stringify(world.state.snapshot())
      const spoilt = copyOf(world.state.snapshot())
      corruptResponse(spoilt)
      const { status, body } = await call("PUT", "/_mock/snapshot", { ...control, body: spoilt })
      expect([status, Object.keys(body.details?.validation_errors ?? body.validation_errors ?? body)]).toEqual([
        422,
        [field],
      ])
      expect(JSON.stringify(world.state.snapshot())).toBe(before)
    },
  )

  it("does not include one with timers whose subject is gone: such a timer does nothing", async () => {
    const { control: world } = mock()
    const snapshot = copyOf(world.state.snapshot())
    const { taskKinds } = await import("../../mock-server/world/task-kinds.ts")
    snapshot.timers.timers = taskKinds.map((kind, at) => ({
      id: at + 1,
      dueAt: snapshot.clock.now,
      kind,
      subject: 4_000,
    }))
    snapshot.timers.lastId = 100
    world.state.restore(snapshot as never)
    await world.advance("1d")
    expect(world.timers.list()).toEqual([])
  })
})

describe("a failing task", () => {
  const thrown = () => {
    throw new Error("the table is gone")
  }

  it("is reported, parked and listed, and ends nothing", async () => {
    const failures: TaskFailure[] = []
    const { call, control: world, service } = mock({ onTaskError: (failure) => failures.push(failure) })
    const { invites } = service.world.tables
    const spy = vi.spyOn(invites, "get").mockImplementation(thrown)
    onTestFinished(() => spy.mockRestore())
    expect(await world.advance("8d")).toMatchObject({ fired: 2 })
    spy.mockRestore()
    const at = { due_at: "2026-03-08T12:00:00.000Z", error: "Error: the table is gone" }
    const about = (id: number) => (id === 1 ? "invited@acme.test" : "owner@acme.test")
    const parked = [1, 2].map((id) => ({
      id,
      kind: "invite.expire",
      subject: id,
      about: about(id),
      is_seeded: true,
      ...at,
    }))
    const response = await call("GET", "/_mock/timers", control)
    expect([response.status, response.body]).toEqual([200, parked])
    expect(failures).toMatchObject(
      [1, 2].map((id) => ({
        world: "main",
        timer: { id, kind: "invite.expire", subject: id, due_at: at.due_at },
        error: expect.any(Error),
      })),
    )
    expect(world.clock.get().pending).toBe(0)
    expect((await world.advance("1d")).fired).toBe(0)
    expect((await call("GET", "/v1/my/lists")).status).toBe(200)
  })

  it("is also parked if it fails when storing a network result, and a snapshot runs it again", async () => {
    const { control: world, service, addWebhook, send } = mockWithEndpoint(() => 204)
    await addWebhook()
    const { attempts } = service.world
    const spy = vi.spyOn(attempts, "add").mockImplementation(thrown)
    onTestFinished(() => spy.mockRestore())
    await send("delivered@simulator.test")
    await world.advance("1m")
    const failed = world.timers.list().filter(({ error }) => error !== undefined)
    expect(failed.map(({ kind }) => kind)).toContain("webhook.attempt")
    world.state.restore(copyOf(world.state.snapshot()) as never)
    await world.advance("1m")
    expect(world.timers.list().filter(({ error }) => error !== undefined)).toEqual([])
    expect(world.deliveries.list().length).toBeGreaterThanOrEqual(failed.length)
  })
})

describe("GET /_mock/timers", () => {
  it("lists pending timers, earliest first, up to the limit", async () => {
    const { call, control: world } = mock()
    await call("POST", "/v1/my/account/invites", { body: { email: "new@example.test", role: "admin" } })
    const all = world.timers.list()
    expect(all.map(({ due_at }) => due_at)).toEqual(all.map(({ due_at }) => due_at).sort())
    expect(all).toContainEqual({
      ...{ id: 1, kind: "invite.expire", subject: 1, about: "invited@acme.test" },
      ...{ due_at: "2026-03-08T12:00:00.000Z", is_seeded: true },
    })
    expect(all.length).toBe(world.clock.get().pending)
    expect((await call("GET", "/_mock/timers?limit=1", control)).body).toEqual(all.slice(0, 1))
  })
})
