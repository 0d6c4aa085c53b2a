import type { Context } from "../../connection/context.ts"
import { requiredText } from "../../line/flag-values.ts"
import { withApprovals } from "../outbox/with-outbox.ts"
import { type Review, reviewItems, shownWhole } from "./review.ts"

/** `mas approvals show` */
export async function run(context: Context): Promise<void> {
  const id = requiredText(context.args, "id")
  const [review] = await withApprovals(context, async ({ approvals }) =>
    reviewItems(context, approvals, [await approvals.get(id)]),
  )
  await context.output.record(shownWhole(context, review))
  if (review?.changed)
    context.note(
      "Changed since it was held: the template, the campaign or whom it reaches. mas approvals edit takes it as it is now.",
    )
  if (review?.state === "waits") context.note(`To approve exactly this: ${approveCommand(context, review)}`)
}

/** By the same profile, address and database; the address of one may hold a password, and is left to the user. */
function approveCommand({ flags, nextCommand }: Context, { id, hash }: Review): string {
  const { file, table, "database-url": url } = flags
  const same = { file, table, output: undefined }
  const command = nextCommand({ words: ["approvals", "approve"], args: [`${id}@${hash}`], flags: same })
  return url === undefined ? command : `${command} --database-url …`
}
