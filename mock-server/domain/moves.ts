import type { StateMachine } from "../base/state-machine.ts"
import { campaignMachine } from "../machines/campaigns.ts"
import { flowMachine } from "../machines/flows.ts"
import { fundingPurchaseMachine } from "../machines/funding-purchases.ts"
import { provisioningMachine } from "../machines/managed-accounts.ts"
import { managementGrantMachine } from "../machines/management-grant.ts"
import { planCheckoutMachine } from "../machines/subscription.ts"

/** The events of its machine that a move makes, one after the other; of several such ways, the first that is open. */
type EventPaths = readonly (readonly string[])[]

interface Moves {
  readonly machine: StateMachine<string, string>
  readonly moves: Readonly<Record<string, EventPaths>>
}

const same = (...names: readonly string[]): Record<string, EventPaths> =>
  Object.fromEntries(names.map((name) => [name, [[name]]]))

/** The transitions of each table without an endpoint, by state. */
const movesOf: Readonly<Record<string, Moves>> = {
  // Consent and activation are on record for the confirmation, which has an endpoint.
  grants: {
    machine: managementGrantMachine,
    moves: { consent: [["confirm"]], activate_payment: [["confirm"]], ...same("release") },
  },
  managedAccounts: {
    machine: provisioningMachine,
    moves: same("send_invitation", "claim", "pay", "payment_failed", "release"),
  },
  fundingPurchases: {
    machine: fundingPurchaseMachine,
    moves: { ...same("begin", "fail", "expire"), pay: [["credit"], ["begin", "credit"]] },
  },
  planCheckouts: { machine: planCheckoutMachine, moves: same("pay", "fail", "expire") },
  campaigns: { machine: campaignMachine, moves: same("pause", "resume", "cancel", "archive") },
  flows: { machine: flowMachine, moves: same("start", "pause", "resume", "cancel", "archive") },
}

/** The moves that the state tables allow a record of a table in this state; undefined where its table has none. */
export function movesFrom(table: string, status: string): readonly string[] | undefined {
  const known = movesOf[table]
  if (known === undefined) return undefined
  const { machine, moves } = known
  return Object.entries(moves).flatMap(([move, ways]) =>
    ways.some((way) => leads(machine, status, way)) ? [move] : [],
  )
}

function leads(machine: StateMachine<string, string>, from: string, events: readonly string[]): boolean {
  let state = from
  for (const event of events) {
    if (!machine.can(state, event)) return false
    state = machine.next(state, event)
  }
  return true
}
