import type { Context } from "../../connection/context.ts"
import { requiredTexts, textOf } from "../../line/flag-values.ts"
import { withApprovals } from "../outbox/with-outbox.ts"
import { personAt, requirePerson } from "./open-approvals.ts"

/** `mas approvals refuse` */
export async function run(context: Context): Promise<void> {
  requirePerson(context)
  const { args, flags, globals, output } = context
  const reason = textOf(flags, "reason")
  const rows = await withApprovals(context, async ({ approvals }) => {
    const results: object[] = []
    for (const id of requiredTexts(args, "id")) {
      const { hash, state } = await approvals.get(id)
      const item = globals["dry-run"]
        ? { state }
        : await approvals.refuse(id, hash, { ...personAt("terminal"), reason })
      results.push({ id, state: item.state })
    }
    return results
  })
  await output.rows(rows)
  if (globals["dry-run"]) context.note("Nothing was changed: this is a dry run.")
}
