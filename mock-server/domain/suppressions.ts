import type { Received } from "../../sdk/contract/core/endpoint.ts"
import { limits } from "../../sdk/contract/core/limits.ts"
import type { Suppression, SuppressionReason, suppressions } from "../../sdk/contract/suppressions.ts"
import { type SuppressionRow, suppressedAddress } from "../store/tables/suppressions.ts"
import type { Task } from "../world/tasks.ts"
import type { World } from "../world/world.ts"

export const suppressionView = ({ account_id: _, ...view }: SuppressionRow): Suppression => view

type Query = Received<typeof suppressions.list>["query"]

export function findSuppressions({ tables }: World, accountId: number, query: Query): readonly number[] {
  const { suppressions } = tables
  const { email, reason, source_provider, active } = query
  const ids =
    email === undefined
      ? suppressions.ids("account", `${accountId}/${active}`)
      : suppressions.ids("address", `${suppressedAddress(accountId, email.trim())}/${active}`)
  if (reason === undefined && source_provider === undefined) return ids
  return ids.filter((id) => {
    const row = suppressions.get(id)
    if (reason !== undefined && row?.reason !== reason) return false
    return source_provider === undefined || row?.source_provider === source_provider
  })
}

/** Why an address must not be sent to. */
export interface SuppressionReport {
  readonly email: string
  readonly reason: SuppressionReason
  readonly sourceProvider: string | null
  /** The provider's diagnostic text; at most 500 characters. */
  readonly diagnostic?: string
  readonly contactId?: number | null
  readonly bounce?: { readonly type: "hard" | "soft"; readonly subtype: string }
  readonly feedbackType?: string
}

/**
 * Suppresses an address of an account: for good, or for seven days after a soft bounce. One that is suppressed for the same
 * reason already is renewed.
 */
export function suppress(world: World, accountId: number, report: SuppressionReport): SuppressionRow {
  const { suppressions } = world.tables
  const { email, reason, bounce } = report
  const now = world.timestamp()
  const changes = {
    source_provider: report.sourceProvider,
    provider_diagnostic: report.diagnostic?.slice(0, limits.providerDiagnosticLength) ?? null,
    bounce_type: bounce?.type ?? null,
    bounce_subtype: bounce?.subtype ?? null,
    complaint_feedback_type: report.feedbackType ?? null,
    event_occurred_at: reason === "manual" ? null : now,
    expires_at: reason === "soft_bounce" ? world.timestampIn(limits.softBounceSuppression) : null,
  }
  const holding = [...suppressions.in("holding", suppressedAddress(accountId, email))].find(
    (row) => row.reason === reason,
  )
  const row =
    holding !== undefined
      ? suppressions.change(world, holding, changes)
      : suppressions.insert({
          id: suppressions.nextId(),
          account_id: accountId,
          email,
          reason,
          active: true,
          contact_id: report.contactId ?? null,
          created_at: now,
          ...changes,
          updated_at: now,
        })
  if (row.expires_at != null) world.timers.schedule(Date.parse(row.expires_at), "suppression.expire", row.id)
  return row
}

/** The suppression that prevents sending to an address, if any. */
export function suppressionOf(world: World, accountId: number, email: string): SuppressionRow | undefined {
  const { suppressions } = world.tables
  const key = suppressedAddress(accountId, email)
  const [first] = suppressions.ids("holding", key)
  return first === undefined ? undefined : suppressions.get(first)
}

/** The end of a soft bounce's seven days; a renewed suppression stays. */
export const expireSuppression: Task = (world, id) => {
  const { suppressions } = world.tables
  const row = suppressions.get(id)
  if (row?.active && row.expires_at != null && Date.parse(row.expires_at) <= world.now()) {
    suppressions.change(world, row, { active: false })
  }
}
