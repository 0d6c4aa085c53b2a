import { describe, expect, it } from "vitest"
import { type SpecCell, specStates } from "../spec/states.ts"
import type { Called } from "../support/mock.ts"
import { watchRefusals } from "../support/unchanged.ts"
import { mockWithEndpoint } from "../support/webhook-stub.ts"

const hour = 3_600_000
const day = 24 * hour

/** A record in its own world: its state, and the moves that can be requested from outside. */
interface Subject {
  state(): Promise<string>
  /** By event: requests the move and returns the status; undefined if time makes the move. */
  readonly doors: Doors
}

type Doors = Readonly<Record<string, () => Promise<number | undefined>>>

const statusOf = async (response: Promise<Called>) => (await response).status
const control = { key: null }

/** Advances time. */
const wait = async ({ advance }: Service, ms: number) => {
  await advance(ms)
  return undefined
}

type Service = ReturnType<typeof mockWithEndpoint>

/** Doors of the control API, each named after its event. */
const controlDoors = ({ call }: Service, path: string, events: readonly string[]): Doors =>
  Object.fromEntries(events.map((event) => [event, () => statusOf(call("POST", `${path}/${event}`, control))]))

const grantPath = "/v1/my/account/management_grant"

/** A command of the client's owner on the seeded grant. */
const grantDoor =
  ({ call }: Service, verb: string) =>
  () =>
    statusOf(call("POST", `${grantPath}/${verb}`, { as: "client_owner", body: { management_grant_id: 1 } }))

async function managementGrant(service: Service): Promise<Subject> {
  const { call } = service
  for (const condition of ["consent", "activate_payment"]) await call("POST", `/_mock/grants/1/${condition}`, control)
  return {
    state: async () => (await call("GET", grantPath, { as: "client_owner" })).body.status,
    doors: {
      confirm: grantDoor(service, "confirm"),
      revoke: grantDoor(service, "revoke"),
      ...controlDoors(service, "/_mock/grants/1", ["release"]),
    },
  }
}

async function provisioning(service: Service): Promise<Subject> {
  const events = ["send_invitation", "claim", "pay", "payment_failed", "release"]
  return {
    state: async () => (await service.call("GET", "/v1/my/managed_accounts", { as: "manager_owner" })).body[0].status,
    doors: { ...controlDoors(service, "/_mock/managed_accounts/1", events), revoke: grantDoor(service, "revoke") },
  }
}

async function invite(service: Service): Promise<Subject> {
  const { call } = service
  const path = "/v1/my/account/invites"
  const as = "manager_owner"
  return {
    state: async () => (await call("GET", path, { as })).body[0].status,
    doors: {
      accept: () => statusOf(call("POST", `${path}/mock-owner-invite-token/accept`, { as: "owner" })),
      revoke: () => statusOf(call("DELETE", `${path}/2`, { as })),
      expire: () => wait(service, 7 * day),
    },
  }
}

async function fundingPurchase(service: Service): Promise<Subject> {
  const { call } = service
  const path = "/v1/my/billing/funding/purchases"
  const order = { body: { amount_cents: 5_000, currency: "usd" }, headers: { "Idempotency-Key": "k" } }
  const { id } = (await call("POST", path, order)).body.purchase
  return {
    state: async () => (await call("GET", `${path}/${id}`)).body.purchase.status,
    doors: {
      ...controlDoors(service, `/_mock/purchases/${id}`, ["begin", "fail", "expire"]),
      credit: () => statusOf(call("POST", `/_mock/purchases/${id}/pay`, control)),
    },
  }
}

async function planCheckout(service: Service): Promise<Subject> {
  const { call } = service
  const order = { body: { plan_id: 2 }, headers: { "Idempotency-Key": "k" } }
  const id = (await call("POST", "/v1/my/subscription/checkout", order)).body.purchase_id
  return {
    state: async () => (await call("GET", `/v1/my/subscription/checkout_status?purchase_id=${id}`)).body.status,
    doors: controlDoors(service, `/_mock/checkouts/${id}`, ["pay", "fail", "expire"]),
  }
}

async function campaign(service: Service): Promise<Subject> {
  const { call } = service
  const body = { name: "Spring", template_id: 1, audience: { type: "all_contacts" } }
  const path = `/v1/my/campaigns/${(await call("POST", "/v1/my/campaigns", { body })).body.id}`
  const state = async () => (await call("GET", path)).body.status
  const deliver_at = "2026-03-02T12:00:00.000Z"
  return {
    state,
    doors: {
      schedule: () => statusOf(call("POST", `${path}/send`, { body: { deliver_at } })),
      start: async () =>
        (await state()) === "scheduled" ? wait(service, day) : statusOf(call("POST", `${path}/send`)),
      complete: () => wait(service, hour),
      ...controlDoors(service, path.replace("/v1/my", "/_mock"), ["pause", "resume", "cancel", "archive"]),
    },
  }
}

async function flow(service: Service): Promise<Subject> {
  const { call } = service
  await call("POST", "/v1/my/flows", { body: { name: "Welcome" } })
  return {
    state: async () => (await call("GET", "/v1/my/flows")).body[0].status,
    doors: controlDoors(service, "/_mock/flows/1", ["start", "pause", "resume", "cancel", "archive"]),
  }
}

async function message(service: Service): Promise<Subject> {
  service.control.outcomes.add({ to: "*", outcome: "unknown" })
  const { id } = (await service.send("ana@example.test")).body
  await service.advance(hour)
  return {
    state: async () => (await service.call("GET", "/v1/my/messages")).body[0].status,
    doors: {
      fail: () =>
        statusOf(service.call("POST", `/_mock/messages/${id}/events`, { ...control, body: { type: "failed" } })),
    },
  }
}

async function webhook(service: Service): Promise<Subject> {
  const { call, advance } = service
  const path = `/v1/my/webhooks/${(await service.addWebhook()).id}`
  const attempt = (type: string) => async () => {
    const { status } = await call("POST", `${path}/test`, { body: { type } })
    await advance(0)
    return status
  }
  const fail = attempt("email.bounced")
  return {
    state: async () => (await call("GET", path)).body.status,
    doors: {
      succeed: attempt("email.delivered"),
      fail,
      give_up: async () => {
        await advance(3 * day)
        return fail()
      },
      turn_off: () => statusOf(call("PATCH", path, { body: { enabled: false } })),
      turn_on: () => statusOf(call("PATCH", path, { body: { enabled: true } })),
    },
  }
}

/** A world whose messages and campaigns take an hour, and whose endpoint rejects bounces. */
const freshService = () =>
  mockWithEndpoint(({ event }) => (event.type === "email.bounced" ? 500 : 204), { messageLatency: hour })

const kinds: Readonly<Record<string, (service: Service) => Promise<Subject>>> = {
  managementGrantMachine: managementGrant,
  provisioningMachine: provisioning,
  inviteMachine: invite,
  fundingPurchaseMachine: fundingPurchase,
  planCheckoutMachine: planCheckout,
  campaignMachine: campaign,
  flowMachine: flow,
  messageMachine: message,
  webhookMachine: webhook,
}

/** The shortest paths to all states that can be reached through doors, as events. */
function pathsFrom(start: string, cells: readonly SpecCell[], doors: Doors): Map<string, readonly string[]> {
  const paths = new Map<string, readonly string[]>([[start, []]])
  for (const [at, events] of paths) {
    for (const { from, on, to } of cells) {
      if (from === at && to !== undefined && on in doors && !paths.has(to)) paths.set(to, [...events, on])
    }
  }
  return paths
}

describe.each(Object.entries(kinds))("from outside, %s", async (name, make) => {
  const cells = specStates[name]?.cells ?? []
  const { state, doors } = await make(freshService())
  const paths = pathsFrom(await state(), cells, doors)
  const isRefusal = ({ answered }: SpecCell) => answered !== undefined
  const reachableCells = cells.filter(
    (cell) => paths.has(cell.from) && cell.on in doors && (cell.to || isRefusal(cell)),
  )

  it("refuses every move that the specification refuses [8.1]", () => {
    expect(cells.filter((cell) => isRefusal(cell) && !reachableCells.includes(cell))).toEqual([])
  })

  it.each(reachableCells.map((cell) => [describeCell(cell), cell] as const))("%s [8.1]", async (_, cell) => {
    const { from, on, to, answered } = cell
    const service = freshService()
    const watched = watchRefusals(service)
    const subject = await make({ ...service, call: watched.service.call })
    for (const event of paths.get(from) ?? []) await subject.doors[event]?.()
    expect(await subject.state()).toBe(from)
    const status = (await subject.doors[on]?.()) ?? 200
    if (answered === undefined) expect(status).toBeLessThan(300)
    else expect([status, watched.changed]).toEqual([answered, []])
    expect(await subject.state()).toBe(to ?? from)
  })
})

const describeCell = ({ from, on, to, answered }: SpecCell) =>
  to === undefined ? `responds with ${answered} to ${on} when ${from}` : `goes from ${from} by ${on} to ${to}`
