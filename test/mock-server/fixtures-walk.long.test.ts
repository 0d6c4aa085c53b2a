import { expect, it } from "vitest"
import { Random } from "../../mock-server/base/random.ts"
import { mock } from "../support/mock.ts"
import { endpoints, type Mock, sample } from "../support/samples.ts"

const rounds = 30
const actsARound = 25
const people = ["owner", "admin", "member", "manager_owner", "client_owner"] as const
const addresses = [
  "ana@x.test",
  "Ana@x.test",
  "bounced@simulator.test",
  "soft-bounced@simulator.test",
  "owner@acme.test",
]
const clientMoves = ["sendInvitation", "claim", "pay", "paymentFailed", "release"] as const

/** A random action; a refused one does not change the world. */
async function act({ call, control, world }: Mock, random: Random): Promise<void> {
  const pick = <T>(list: readonly T[]) => list[random.uint32() % list.length] as T
  const id = 1 + (random.uint32() % 3)
  const acts = [
    () => {
      const credentials = control.seeded().credentials
      const who = pick([{}, {}, { as: pick(people) }, { key: pick(Object.values(credentials)) }])
      return call(...sample(pick(endpoints), { ...who, idempotencyKey: `key-${random.uint32()}` }))
    },
    () => call("PATCH", "/v1/my/user", { as: pick(people), body: { email: pick([`new-${id}@x.test`, ...addresses]) } }),
    () => call("POST", "/v1/my/account/invites", { body: { email: pick(addresses), role: "admin" } }),
    () => call("POST", "/v1/signup", { key: null, body: { user: { email: pick(addresses), password: "a-password" } } }),
    () => {
      const { email, token } = pick([...world.tables.invites.all()])
      const user = { email, password: "a-password", invite_token: token }
      return call("POST", "/v1/signup", { key: null, body: { user } })
    },
    () => call("DELETE", `/v1/my/account/memberships/${pick([...world.tables.memberships.all()]).id}`),
    () => call("POST", "/v1/my/contacts", { body: { email: pick(addresses) } }),
    () => call("POST", "/v1/my/messages", { body: { channel: "email", to: pick(addresses), subject: "s", body: "b" } }),
    () => control.messages.event(id, { type: "complained" }),
    () => control.messages.event(id, { type: "bounced", bounce: { type: pick(["hard", "soft"]) } }),
    () => control.transitions.managedAccounts[pick(clientMoves)](1 + (random.uint32() % 2)),
    () => control.transitions.grants[pick(["consent", "activatePayment", "release"] as const)](1),
    () => control.inbound({ from: pick(addresses), to: "inbox@acme.test", subject: "s", text: "t" }),
    () => control.senders.set({ email: pick(addresses), verified: random.uint32() % 2 === 0 }),
    () => control.advance(pick(["1h", "8d", "40d"])),
  ]
  try {
    await pick(acts)()
  } catch (error) {
    if (!(error instanceof Error && "status" in error)) throw error
  }
}

it("any world can be exported as fixtures, and a world started from them is the same", async () => {
  const random = new Random(3)
  for (let round = 0; round < rounds; round++) {
    const service = mock({ deliver: () => ({ status: 500, duration: 1 }) })
    for (let count = 0; count < actsARound; count++) await act(service, random)
    const { control } = service
    const document = control.state.fixtures()
    control.state.setFixtures(JSON.parse(JSON.stringify(document)))
    expect(control.state.fixtures()).toEqual(document)
    await service.service.close()
  }
})
