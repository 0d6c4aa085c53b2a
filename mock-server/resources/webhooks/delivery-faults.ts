import { definedFields } from "../../base/defined-fields.ts"
import type { InjectedFault, WebhookDeliveryRow } from "../../base/models.gen.ts"
import type { KeptAttempt } from "../../world/attempt-log.ts"
import type { AttemptFacts, DeliveryOutcome } from "../../world/delivery.ts"
import type { World } from "../../world/world.ts"
import type { WebhookEventRow } from "./events-table.ts"

/** Age of an old signature: twice the tolerance of receivers. */
const oldSignature = 600_000
/** Constant, so that a fault does not use up the world's random numbers. */
const unknownSecret = `whsec_${Buffer.from("a secret that nobody has").toString("base64")}`
/** Maximum time that an attempt waits to be overtaken. */
const maxHold = 60_000

export function takeDeliveryFault(
  world: World,
  delivery: WebhookDeliveryRow,
  event: WebhookEventRow,
): InjectedFault | undefined {
  const { faults, random } = world
  if (faults.isEmpty) return undefined
  const fault = faults.takeForAttempt(random, {
    webhookId: delivery.webhook_id,
    eventType: event.type,
    deliveryId: delivery.id,
    attempt: delivery.attempts + 1,
  })
  if (fault === undefined) return undefined
  const { id: fault_id, drop, delay_ms, duplicate, reorder, signature } = fault
  return { fault_id, ...definedFields({ drop, delay_ms, duplicate, reorder, signature }) }
}

/** Postpones an attempt if its fault delays or reorders it; returns whether it did. */
export function postpone(world: World, delivery: WebhookDeliveryRow, fault: InjectedFault): boolean {
  if (fault.delay_ms === undefined && fault.reorder === undefined) return false
  if (fault.reorder) world.faults.hold(delivery.id)
  const moment = world.now() + (fault.delay_ms ?? maxHold)
  world.tables.webhookDeliveries.update(delivery, { injected_fault: fault, ...attemptAt(world, delivery, moment) })
  return true
}

/** Releases deliveries that an attempt to the same endpoint has overtaken, among those held when it was made. */
export function releaseHeld(world: World, webhookId: number, heldThen: readonly number[]): void {
  const { webhookDeliveries } = world.tables
  for (const id of heldThen) {
    const heldDelivery = webhookDeliveries.get(id)
    if (heldDelivery !== undefined && heldDelivery.webhook_id !== webhookId) continue
    if (!world.faults.release(id) || heldDelivery === undefined || heldDelivery.status !== "pending") continue
    if (heldDelivery.timer !== null) world.timers.cancel(heldDelivery.timer)
    webhookDeliveries.update(heldDelivery, attemptAt(world, heldDelivery, world.now()))
  }
}

const attemptAt = (world: World, { id }: WebhookDeliveryRow, moment: number) => ({
  next_attempt_at: moment,
  timer: world.timers.schedule(moment, "webhook.attempt", id),
})

/** The facts of an attempt after its fault, in the order of snapshots. */
export function withDeliveryFault(world: World, facts: AttemptFacts, fault: InjectedFault): AttemptFacts {
  const { second_secret, signed_at, event_id, event_type, body, ...sent } = facts
  return {
    ...sent,
    ...definedFields({ second_secret, signed_at }),
    ...faultySignature(world, facts, fault),
    injected: fault,
    event_id,
    event_type,
    body,
  }
}

function faultySignature(
  world: World,
  { at, signed_at = at, secret, webhook_id }: AttemptFacts,
  { signature }: InjectedFault,
) {
  switch (signature) {
    case "wrong":
      return { secret: unknownSecret, second_secret: undefined }
    case "other":
      return { secret: secretOfAnother(world, webhook_id), second_secret: undefined }
    case "old":
      return { signed_at: signed_at - oldSignature }
    case "two":
      return { secret: unknownSecret, second_secret: secret }
    default:
      return {}
  }
}

/** The secret of another endpoint; an unknown secret if there is none. */
function secretOfAnother(world: World, webhookId: number): string {
  for (const { id, secret } of world.tables.webhooks.all()) if (id !== webhookId) return secret
  return unknownSecret
}

/** The result of an attempt with a fault, and the duplicates that the fault made. */
interface FaultyResult {
  readonly outcome: DeliveryOutcome
  readonly copies: readonly KeptAttempt[]
}

/** Sends an attempt with its fault: not at all, several times, or without reading the response. */
export async function sendWithFault(
  facts: AttemptFacts,
  fault: InjectedFault,
  send: () => DeliveryOutcome | Promise<DeliveryOutcome>,
): Promise<FaultyResult> {
  if (fault.drop === "before") return { outcome: { error: cut, duration: 0 }, copies: [] }
  // Concurrently, like two machines of the sender: receivers that check before they record fail here.
  const [outcome, ...others] = await Promise.all([send(), ...Array.from({ length: fault.duplicate ?? 0 }, send)])
  const copies = others.map((outcome, index) => ({
    facts: { ...facts, injected: { ...fault, copy: index + 1 } },
    outcome,
  }))
  return { outcome: fault.drop === "after" ? { error: cut, duration: outcome.duration } : outcome, copies }
}

const cut = "the connection was cut"
