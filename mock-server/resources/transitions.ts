import type { StateMachine } from "../base/state-machine.ts"
import { campaignMoves } from "./campaigns/campaigns.ts"
import { campaignMachine } from "./campaigns/machine.ts"
import { flowMoves } from "./flows/flows.ts"
import { flowMachine } from "./flows/machine.ts"
import { fundingPurchaseMachine } from "./funding-purchases/machine.ts"
import { provisioningMachine } from "./managed-accounts/machine.ts"
import { managedAccountMoves } from "./managed-accounts/provisioning.ts"
import { managementGrantMachine } from "./management-grant/machine.ts"
import { planCheckoutMachine } from "./subscription/machine.ts"
import { checkoutMoves } from "./subscription/subscription.ts"

interface Moves {
  readonly machine: StateMachine<string, string>
  /** The possible first events of each move: one of them must be allowed. */
  readonly moves: Readonly<Record<string, readonly string[]>>
}

const same = (names: readonly string[]): Moves["moves"] => Object.fromEntries(names.map((name) => [name, [name]]))

const movesOf: Readonly<Record<string, Moves>> = {
  // Consent and activation are only recorded; the confirmation, which has an endpoint, requires them.
  grants: {
    machine: managementGrantMachine,
    moves: { consent: ["confirm"], activate_payment: ["confirm"], release: ["release"] },
  },
  managedAccounts: { machine: provisioningMachine, moves: same(Object.keys(managedAccountMoves)) },
  fundingPurchases: {
    machine: fundingPurchaseMachine,
    moves: { ...same(["begin", "fail", "expire"]), pay: ["begin", "credit"] },
  },
  planCheckouts: { machine: planCheckoutMachine, moves: same(checkoutMoves) },
  campaigns: { machine: campaignMachine, moves: same(campaignMoves) },
  flows: { machine: flowMachine, moves: same(flowMoves) },
}

/** The moves that a record of a table allows in this state; undefined for a table without moves. */
export function transitionsFrom(table: string, status: string): readonly string[] | undefined {
  const tableMoves = movesOf[table]
  if (tableMoves === undefined) return undefined
  const { machine, moves } = tableMoves
  return Object.keys(moves).filter((move) => moves[move]?.some((event) => machine.can(status, event)))
}
