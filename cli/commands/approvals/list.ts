import type { Context } from "../../connection/context.ts"
import { isOn } from "../../line/flag-values.ts"
import { withApprovals } from "../outbox/with-outbox.ts"
import { aboutOf } from "./about-call.ts"
import { callText, recipientsIn, shownWhole } from "./review.ts"

const openStates: ReadonlySet<string> = new Set(["waits", "approved", "leaving"])

/** `mas approvals list` */
export async function run(context: Context): Promise<void> {
  const items = await withApprovals(context, ({ approvals }) => approvals.list())
  const chosen = isOn(context.flags, "all") ? items : items.filter(({ state }) => openStates.has(state))
  const rows = chosen.map((item) => ({
    id: item.id,
    state: item.state,
    what: aboutOf(item)?.title ?? aboutOf(item)?.what ?? callText(item),
    call: callText(item),
    to: recipientsIn(item),
    account: item.accountName,
    at: item.at,
    source: item.source,
    revision: item.revision,
    held_at: item.log[0]?.at,
    expires_at: item.expiresAt,
  }))
  await context.output.rows(
    rows.map((row) => shownWhole(context, row)),
    { columns: ["id", "state", "what", "call", "to", "account", "expires_at"] },
  )
  if (rows.length === 0) context.note("No call waits for a person.")
  if (chosen.some(({ state, isRepeatable }) => state === "approved" || (state === "leaving" && isRepeatable)))
    context.note("What is approved or leaving did not go through: approve it again to complete it, with one effect.")
  if (chosen.some(({ state, isRepeatable }) => state === "leaving" && !isRepeatable))
    context.note(
      "What is leaving and has no key may have been sent, and is not sent again: look for it at the service.",
    )
}
