import * as z from "zod"
import { Id } from "../../../sdk/contract/core/shared.ts"
import type * as models from "../../base/models.gen.ts"

/** How a webhook can be signed amiss: with a secret of nobody, ten minutes ago, with another endpoint's secret, or twice. */
export const signatureFlaws = ["wrong", "old", "other", "two"] as const

/** When a connection is cut: before anything is done, or when it is done. */
export const cuts = ["before", "after"] as const

/** What a fault does to the attempts of a delivery. */
export const deliveryEffects = {
  /** Loses the attempt (`before`), or the answer to it (`after`). */
  drop: z.enum(cuts).optional(),
  /** Milliseconds of the world's time before it is sent. */
  delay_ms: z.int().positive().optional(),
  /** How many times more it is sent. */
  duplicate: z.int().positive().max(10).optional(),
  /** True to let the next attempt to the endpoint go before it. */
  reorder: z.literal(true).optional(),
  /** How it is signed amiss. */
  signature: z.enum(signatureFlaws).optional(),
}

/** What a fault has done, or will do, to one attempt of a delivery. */
export const InjectedFault = z.strictObject({
  /** The fault that did it. */
  fault_id: Id,
  ...deliveryEffects,
  /** Which copy of a duplicated attempt it is; left out for the first, which is the one that counts. */
  copy: z.int().positive().optional(),
})
export interface InjectedFault extends models.InjectedFault {}
