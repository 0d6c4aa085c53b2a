import * as z from "zod"
import { Id, Timestamp } from "../../../sdk/contract/core/shared.ts"
import { AgentInboxEntitlement } from "../../../sdk/contract/models/billing.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"

/** An account as it is stored. Responses are built from it for each caller. */
const accountsSchema = z.object({
  id: Id,
  name: z.string(),
  /** Blob IDs of pictures. */
  avatar: z.string().nullable(),
  banner: z.string().nullable(),
  owner_id: Id,
  plan_id: Id,
  standing: z.enum(["probation", "standard", "trusted"]),
  safe_mode_enabled: z.boolean(),
  /** Maximum cents for overage in a month. */
  spend_cap_monthly_cents: z.int(),
  /** Cents of prepaid funding that can be spent. */
  funding_available_cents: z.number(),
  /** Cents held for validation that has started. */
  funding_reserved_cents: z.number(),
  /** Its entitlements to the inbox feature, if they differ from the plan's. */
  agent_inbox: AgentInboxEntitlement.optional(),
  affiliate_entitled: z.boolean(),
  /** True for an account that manages clients. */
  manager: z.boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export interface AccountRow extends RowOf<typeof accountsSchema> {}

/** An account's trust level for sending: selects the plan's cap. */
export type Standing = AccountRow["standing"]

/** Default monthly cap for overage of a new account, in cents. */
export const defaultSpendCap = 50_000

export const accountsTable = () => new Collection<AccountRow>({ row: accountsSchema, timestamps: "both" })
