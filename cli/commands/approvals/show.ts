import type { Context } from "../../connection/context.ts"
import { textOf } from "../../line/flag-values.ts"
import { shellWord } from "../../line/shell-word.ts"
import { databaseFlags, withApprovals } from "../outbox/with-outbox.ts"
import { reviewItems } from "./review.ts"

/** `mas approvals show` */
export async function run(context: Context): Promise<void> {
  const id = textOf(context.args, "id") ?? ""
  const [review] = await withApprovals(context, async ({ approvals }) =>
    reviewItems(context, approvals, [await approvals.get(id)]),
  )
  await context.output.record(review)
  if (review?.changed)
    context.note(
      "Changed since it was held: the template, the campaign or whom it reaches. mas approvals edit takes it as it is now.",
    )
  if (review?.state === "waits")
    context.note(
      `To approve exactly this: mas approvals approve ${shellWord(`${id}@${review.hash}`)}${databaseFlags(context.flags)}`,
    )
}
