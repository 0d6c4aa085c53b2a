import * as z from "zod"
import { Id } from "../../sdk/contract/core/shared.ts"

/** Signature faults: an unknown secret, ten minutes old, another endpoint's secret, or two signatures. */
export const signatureFlaws = ["wrong", "old", "other", "two"] as const

/** When a connection is cut: before the effect or after it. */
export const cuts = ["before", "after"] as const

/** The effects of a fault on the attempts of a delivery. */
export const deliveryEffects = {
  /** Loses the attempt (`before`), or the response to it (`after`). */
  drop: z.enum(cuts).optional(),
  /** Milliseconds of the world's time by which to delay it. */
  delay_ms: z.int().positive().optional(),
  /** Number of additional times it is sent. */
  duplicate: z.int().positive().max(10).optional(),
  /** True to send it after the next attempt to the endpoint. */
  reorder: z.literal(true).optional(),
  /** The fault of its signature. */
  signature: z.enum(signatureFlaws).optional(),
}

/** The fault of one attempt of a delivery, past or pending. */
export const InjectedFault = z.strictObject({
  /** The injected fault. */
  fault_id: Id,
  ...deliveryEffects,
  /** The number of a duplicate. Omitted for the first attempt: only that one counts. */
  copy: z.int().positive().optional(),
})
