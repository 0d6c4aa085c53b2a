import type { Context } from "../../connection/context.ts"
import { numberOf } from "../../line/flag-values.ts"
import { type ExitCode, exitCodes } from "../../terminal/errors/exit-codes.ts"
import { durationText } from "../../terminal/output/numbers.ts"
import { withOutbox } from "./with-outbox.ts"

/** `mas outbox status`: prints the numbers. Exit code 9 if messages are set aside or blocked, or the oldest waits for longer than --max-age. */
export async function run(context: Context): Promise<ExitCode> {
  const stats = await withOutbox(context, (outbox) => outbox.stats())
  const { waiting, blocked, scheduled, failed, suppressed, oldest, oldestAge, lastError } = stats
  const maxAge = numberOf(context.flags, "max-age") ?? 3_600_000
  const isOverdue = oldestAge > maxAge
  await context.output.record({
    waiting,
    blocked,
    scheduled,
    failed,
    suppressed,
    oldest,
    oldest_age_seconds: Math.floor(oldestAge / 1_000),
    last_error: lastError,
  })
  if (failed > 0)
    context.note(`${failed} set aside: mas outbox list shows them, mas outbox retry makes them due again.`)
  if (blocked > 0)
    context.note(
      `${blocked} cannot be sent until the cause is corrected, such as a revoked key or a sender of another account: mas outbox list shows them. Then they are sent.`,
    )
  if (isOverdue) context.note(`The oldest message has waited since ${oldest}, for longer than ${durationText(maxAge)}.`)
  return failed > 0 || blocked > 0 || isOverdue ? exitCodes.partly : exitCodes.ok
}
