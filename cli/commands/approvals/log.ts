import type { Context } from "../../connection/context.ts"
import { textOf } from "../../line/flag-values.ts"
import { withApprovals } from "../outbox/with-outbox.ts"

/** `mas approvals log` */
export async function run(context: Context): Promise<void> {
  const id = textOf(context.args, "id")
  const items = await withApprovals(context, async ({ approvals }) =>
    id === undefined ? approvals.list() : [await approvals.get(id)],
  )
  const events = items.flatMap((item) =>
    item.log.map(({ at, what, who, from, revision, hash, bodySha256, note = null }) => {
      return { at, id: item.id, what, who, from, revision, hash, body_sha256: bodySha256, note }
    }),
  )
  events.sort((one, other) => one.at.localeCompare(other.at))
  await context.output.rows(events, { columns: ["at", "id", "what", "who", "from", "note"] })
}
