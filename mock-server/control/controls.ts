import { audienceControls } from "./audiences.ts"
import { campaignControls, flowControls } from "./campaigns.ts"
import { capacityControls } from "./capacity.ts"
import { checkpointControls } from "./checkpoints.ts"
import { clockControls } from "./clock.ts"
import { codeControls } from "./code/code.ts"
import { contactControls } from "./contacts.ts"
import type { Control } from "./control.ts"
import { credentialControls } from "./credentials.ts"
import { deliveryControls } from "./deliveries.ts"
import { errorControls } from "./errors.ts"
import { explanationControls } from "./explanations.ts"
import { faultControls } from "./faults.ts"
import { fixtureControls } from "./fixtures.ts"
import { historyControls } from "./history.ts"
import { inboundControls } from "./inbound.ts"
import { messageControls } from "./messages.ts"
import { checkoutControls, grantControls, managedAccountControls, purchaseControls } from "./moves.ts"
import { outboxControls } from "./outbox.ts"
import { outcomeControls } from "./outcomes.ts"
import { requestControls } from "./requests.ts"
import { rowControls } from "./rows.ts"
import { ruleControls } from "./rules.ts"
import { senderControls } from "./senders.ts"
import { stateControls } from "./state.ts"
import { tableControls } from "./tables.ts"
import { timerControls } from "./timers.ts"
import { webhookControls } from "./webhooks.ts"
import { worldControls } from "./world.ts"
import { worldsControls } from "./worlds.ts"

/** Every call of the control API, by subject. */
export const controlTable = {
  world: worldControls,
  clock: clockControls,
  state: stateControls,
  checkpoints: checkpointControls,
  fixtures: fixtureControls,
  worlds: worldsControls,
  messages: messageControls,
  inbound: inboundControls,
  grants: grantControls,
  managedAccounts: managedAccountControls,
  purchases: purchaseControls,
  checkouts: checkoutControls,
  campaigns: campaignControls,
  flows: flowControls,
  credentials: credentialControls,
  senders: senderControls,
  contacts: contactControls,
  faults: faultControls,
  outcomes: outcomeControls,
  requests: requestControls,
  history: historyControls,
  deliveries: deliveryControls,
  webhooks: webhookControls,
  outbox: outboxControls,
  timers: timerControls,
  rows: rowControls,
  rules: ruleControls,
  code: codeControls,
  errors: errorControls,
  explanations: explanationControls,
  tables: tableControls,
  capacity: capacityControls,
  audiences: audienceControls,
} as const satisfies Readonly<Record<string, Readonly<Record<string, Control>>>>

export const controls: readonly Control[] = Object.values(controlTable).flatMap((group) =>
  Object.values<Control>(group),
)

type Table = typeof controlTable
type SpecIn<G> = { [K in keyof G]: G[K] extends { readonly spec: infer S } ? S : never }[keyof G]
type NameOf<S> = S extends { readonly method: infer M extends string; readonly path: infer P extends string }
  ? `${M} ${P}`
  : never

/** The name of a call, such as `POST /clock/advance`. */
export type ControlName = NameOf<{ [G in keyof Table]: SpecIn<Table[G]> }[keyof Table]>
