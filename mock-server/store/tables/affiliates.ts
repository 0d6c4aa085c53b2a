import * as z from "zod"
import { Id } from "../../../sdk/contract/core/shared.ts"
import type { StateOf } from "../../base/state-machine.ts"
import { affiliateMachine } from "../../machines/affiliate.ts"
import { Collection } from "../collection.ts"
import { statusOf } from "../row-schema.ts"

/** An account's place in the affiliate programme. */
export interface AffiliateRow {
  readonly id: number
  readonly account_id: number
  readonly status: StateOf<typeof affiliateMachine>
  /** Whom the programme knows it by: the account owner's address. */
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  /** The part of the share address that is the affiliate's own; null until linked. */
  readonly code: string | null
  /** What came of the shared address; nothing yet where it is not there. */
  readonly figures?: AffiliateFigures | undefined
}

/** What an affiliate has brought; earnings in cents. */
export interface AffiliateFigures {
  readonly visitors: number
  readonly leads: number
  readonly conversions: number
  readonly earnings: number
}

const affiliatesSchema = z.object({
  id: Id,
  account_id: Id,
  status: statusOf(affiliateMachine),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  code: z.string().nullable(),
  figures: z.object({ visitors: z.int(), leads: z.int(), conversions: z.int(), earnings: z.int() }).optional(),
})

export const affiliatesTable = () =>
  new Collection<AffiliateRow, never, "account" | "linked", typeof affiliateMachine>({
    row: affiliatesSchema,
    machine: affiliateMachine,
    unique: {
      account: (affiliate) => affiliate.account_id,
      linked: (affiliate) => (affiliate.code === null ? undefined : affiliate.email.toLowerCase()),
    },
  })
