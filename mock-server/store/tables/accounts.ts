import * as z from "zod"
import { Id, Timestamp } from "../../../sdk/contract/core/shared.ts"
import { AgentInboxEntitlement } from "../../../sdk/contract/models/billing.ts"
import { Collection } from "../collection.ts"
import type { Fields } from "../row.ts"

/** How far an account is trusted with sending: picks the plan's cap. */
export type Standing = "probation" | "standard" | "trusted"

/** An account as it is stored; what is shown of it is put together for each caller. */
export interface AccountRow {
  readonly id: number
  readonly name: string
  /** Blob IDs of pictures. */
  readonly avatar: string | null
  readonly banner: string | null
  readonly owner_id: number
  readonly plan_id: number
  readonly standing: Standing
  readonly safe_mode_enabled: boolean
  /** Cents that overage may cost in a month. */
  readonly spend_cap_monthly_cents: number
  /** Cents of prepaid funding that can be spent. */
  readonly funding_available_cents: number
  /** Cents held for validation that has started. */
  readonly funding_reserved_cents: number
  /** What it is entitled to of the inbox feature, where that is not its plan's. */
  readonly agent_inbox?: Fields<AgentInboxEntitlement> | undefined
  readonly affiliate_entitled: boolean
  /** True for an account that manages clients. */
  readonly manager: boolean
  readonly created_at: string
  readonly updated_at: string
}

/** What use beyond the plan may cost a new account in a month, in cents. */
export const defaultSpendCap = 50_000

const accountsSchema = z.object({
  id: Id,
  name: z.string(),
  avatar: z.string().nullable(),
  banner: z.string().nullable(),
  owner_id: Id,
  plan_id: Id,
  standing: z.enum(["probation", "standard", "trusted"]),
  safe_mode_enabled: z.boolean(),
  spend_cap_monthly_cents: z.int(),
  funding_available_cents: z.number(),
  funding_reserved_cents: z.number(),
  agent_inbox: AgentInboxEntitlement.optional(),
  affiliate_entitled: z.boolean(),
  manager: z.boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
})

export const accountsTable = () => new Collection<AccountRow>({ row: accountsSchema, stamps: "both" })
