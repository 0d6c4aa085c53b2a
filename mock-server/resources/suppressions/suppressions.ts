/*
 * Endpoints, listed by `npm run generate`.
 * list: GET /v1/my/suppressions
 */

import type { Received } from "../../../sdk/contract/core/endpoint.ts"
import { limits } from "../../../sdk/contract/core/limits.ts"
import type { Suppression, suppressions } from "../../../sdk/contract/suppressions.ts"
import type { Task, World } from "../../world/world.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { mapPage } from "../pages.ts"
import { type SuppressionRow, suppressedAddress } from "./table.ts"

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

type Report = Pick<SuppressionRow, "email" | "reason" | "source_provider"> &
  Partial<Pick<SuppressionRow, "contact_id" | "provider_diagnostic" | "bounce_subtype" | "complaint_feedback_type">>

/**
 * Suppresses an address of an account: permanently, or for seven days after a soft bounce. An active suppression for
 * the same reason is renewed.
 */
export function suppress(world: World, accountId: number, report: Report): SuppressionRow {
  const { suppressions } = world.tables
  const { email, reason } = report
  const now = world.timestamp()
  const changes = {
    source_provider: report.source_provider,
    provider_diagnostic: report.provider_diagnostic?.slice(0, limits.providerDiagnosticLength) ?? null,
    bounce_type: reason === "hard_bounce" ? "hard" : reason === "soft_bounce" ? "soft" : null,
    bounce_subtype: report.bounce_subtype ?? null,
    complaint_feedback_type: report.complaint_feedback_type ?? null,
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
          contact_id: report.contact_id ?? null,
          created_at: now,
          ...changes,
          updated_at: now,
        })
  if (row.expires_at != null) world.timers.schedule(Date.parse(row.expires_at), "suppression.expire", row.id)
  return row
}

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

export const suppressionHandlers: HandlersFor<"suppressions"> = {
  list: (world, { account }, { query, page }) =>
    mapPage(world.tables.suppressions.pageOf(findSuppressions(world, account.id, query), page), suppressionView),
}
