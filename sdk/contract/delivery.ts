import * as z from "zod"
import { anyKey } from "./core/credentials.ts"
import { defineEndpoint } from "./core/endpoint.ts"
import { Capacity, CapacityRecovery, RecoveryAction } from "./core/errors.ts"
import type * as models from "./core/models.gen.ts"
import { openEnum, Timestamp } from "./core/shared.ts"

/** How fast the queue is let out. */
export const PacingState = z.looseObject({
  /** `idle`: nothing waits; `pacing`: messages go out one after the other; `paused`: none goes out. */
  status: openEnum(["idle", "pacing", "paused"]),
  /** Messages that wait, and recipients that live campaigns are still to be sent to. */
  queued_quantity: z.int(),
  /** When the next of them goes out; null when nothing waits. */
  next_dispatch_at: Timestamp.nullish(),
})
export interface PacingState extends models.PacingState {}

/** Whether the brand may send now, and how much. It authorizes and reserves nothing. Spec: Suppressions and delivery. */
export const DeliveryStatus = z.looseObject({
  /** What the assessment is about. */
  assessment_scope: openEnum(["brand"]),
  /** `allowed`; `deferred` until the window frees; `denied` while there is no allowance. */
  admission_status: openEnum(["allowed", "deferred", "denied"]),
  /** The allowance and what is left of it. */
  commercial_capacity: Capacity,
  /** How fast messages go out. */
  pacing_state: PacingState,
  /** What holds sending back; null when nothing does. */
  blocking_control: openEnum(["commercial_capacity"]).nullish(),
  /** The machine reason of a limit that is near or reached. */
  reason_code: openEnum(["sending_capacity_warning", "sending_capacity_reached"]).nullish(),
  /** What can be done about it. */
  remediation: RecoveryAction.nullish(),
  /** Present once the allowance is nearly or wholly used. */
  capacity_recovery: CapacityRecovery.nullish(),
  /** When sending can go on. */
  retry_at: Timestamp.nullish(),
  /** The moment that the assessment is of. */
  observed_at: Timestamp,
})
export interface DeliveryStatus extends models.DeliveryStatus {}

/** The brand's standing as a sender. */
export const delivery = {
  status: defineEndpoint({
    method: "GET",
    path: "/v1/my/delivery/status",
    summary: "Get the brand's sending allowance and pacing",
    section: "Suppressions and delivery",
    auth: anyKey,
    recipients: "nobody",
    response: DeliveryStatus,
  }),
} as const
