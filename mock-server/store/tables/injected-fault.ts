import * as z from "zod"
import { Id } from "../../../sdk/contract/core/shared.ts"

/** Signature faults: an unknown secret, ten minutes old, another endpoint's secret, or two signatures. */
export const signatureFlaws = ["wrong", "old", "other", "two"] as const

/** When a connection is cut: before anything is done, or when it is done. */
export const cuts = ["before", "after"] as const

/** The effects of a fault on the attempts of a delivery. */
export const deliveryEffects = {
  /** Loses the attempt (`before`), or the answer to it (`after`). */
  drop: z.enum(cuts).optional(),
  /** Milliseconds of the world's time before it is sent. */
  delay_ms: z.int().positive().optional(),
  /** How many times more it is sent. */
  duplicate: z.int().positive().max(10).optional(),
  /** True to let the next attempt to the endpoint go before it. */
  reorder: z.literal(true).optional(),
  /** The fault of its signature. */
  signature: z.enum(signatureFlaws).optional(),
}

/** The fault of one attempt of a delivery, past or pending. */
export const InjectedFault = z.strictObject({
  /** The fault that did it. */
  fault_id: Id,
  ...deliveryEffects,
  /** The number of a duplicate. Omitted for the first attempt: only that one counts. */
  copy: z.int().positive().optional(),
})
