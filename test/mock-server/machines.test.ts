import { describe, expect, it } from "vitest"
import { ServiceError } from "../../mock-server/base/service-error.ts"
import { Collection } from "../../mock-server/store/collection.ts"
import type { Row } from "../../mock-server/store/row.ts"
import { readMachines } from "../../scripts/generate/state-machines.ts"
import { mock } from "../support/mock.ts"

const machines = await readMachines()
const time = { timestamp: () => "2026-03-01T09:00:00.000Z" }

/** What is promised of each machine, written down apart from its table: its states, then its events. */
const promised: Readonly<Record<string, readonly [states: string, events: string]>> = {
  affiliateMachine: ["active pending unlinked", "link start"],
  campaignMachine: [
    "archived cancelled completed draft live paused scheduled",
    "archive cancel complete pause resume schedule start",
  ],
  flowMachine: ["archived cancelled draft live paused", "archive cancel pause resume start"],
  fundingPurchaseMachine: [
    "checkout_created credited expired failed pending requested",
    "begin credit expire fail open",
  ],
  importMachine: ["complete failed pending processing", "complete fail start"],
  inviteMachine: ["accepted expired pending revoked", "accept expire revoke"],
  managementGrantMachine: ["active pending released revoked", "confirm release revoke"],
  messageMachine: ["failed queued sent", "fail send"],
  planCheckoutMachine: ["active expired failed pending", "expire fail pay"],
  provisioningMachine: [
    "active awaiting_owner ended payment_issue payment_required preparing",
    "claim pay payment_failed release revoke send_invitation",
  ],
  validationItemMachine: ["billable executing failed not_billable pending", "bill execute fail waive"],
  validationMachine: [
    "committed executing failed held needs_funding partially_committed requested",
    "commit commit_partly execute fail hold lack_funding",
  ],
  webhookDeliveryMachine: ["delivered failed pending", "fail retry succeed"],
  webhookMachine: ["active disabled failing", "fail give_up succeed turn_off turn_on"],
}

it("every machine of the mock server is one that is promised [States]", () => {
  expect(machines.map(({ name }) => name).sort()).toEqual(Object.keys(promised).sort())
})

describe.each(machines)("$name", ({ name, machine }) => {
  const { moves, initial } = machine
  const states = [...new Set(moves.flatMap(([from, , to]) => [from, to]))].sort()
  const events = [...new Set(moves.map(([, on]) => on))].sort()

  it("has the states and events that are promised [States]", () => {
    expect([states.join(" "), events.join(" ")]).toEqual(promised[name])
  })

  it("makes each move of its table, and refuses every other event in every state with 409 [States]", () => {
    for (const from of states) {
      for (const on of events) {
        const rows = moves.filter((move) => move[0] === from && move[1] === on)
        expect(rows.length, `${from} ${on} stands there once at most`).toBeLessThan(2)
        expect(machine.can(from, on)).toBe(rows.length === 1)
        if (rows[0] !== undefined) expect(machine.next(from, on)).toBe(rows[0][2])
        else
          expect(
            statusOf(() => machine.next(from, on)),
            `${from} ${on}`,
          ).toBe(409)
      }
    }
  })

  it("moves a record's status that way, and leaves it where the move is refused [States]", () => {
    for (const from of states) {
      for (const on of events) {
        const rows = new Collection<Row & { readonly status: string }, never, never, typeof machine>({ machine })
        const row = rows.insert({ id: 1, status: from })
        const refused = statusOf(() => rows.move(time, row, on))
        expect(rows.get(1)?.status).toBe(machine.can(from, on) ? machine.next(from, on) : from)
        expect(refused).toBe(machine.can(from, on) ? undefined : 409)
      }
    }
  })

  it("leads from its beginning to every state [States]", () => {
    const reached = new Set([initial])
    // As often as there are moves: each round reaches at least one state more, or there is none.
    for (const _ of moves) for (const [from, , to] of moves) if (reached.has(from)) reached.add(to)
    expect([...reached].sort()).toEqual(states)
  })
})

it("a status is out of reach of an update: only a machine's table changes it [States]", () => {
  const { world } = mock()
  const { invites } = world.tables
  const invite = invites.get(1)
  if (invite === undefined) throw new Error("there is no seeded invitation")
  // @ts-expect-error: `update` takes no status.
  invites.update(invite, { status: "accepted" })
  expect(invites.move(world, invite, "accept").status).toBe("accepted")
})

/** The status of the error that an action throws. */
function statusOf(act: () => unknown): number | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    return error instanceof ServiceError ? error.status : 500
  }
}
