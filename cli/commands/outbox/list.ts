import type { Context } from "../../connection/context.ts"
import { withOutbox } from "./with-outbox.ts"

export async function run(context: Context): Promise<void> {
  const [failed, blocked] = await withOutbox(context, async (outbox) => [await outbox.failed(), await outbox.blocked()])
  const rows = [
    ...failed.map((message) => ({ ...message, state: "refused" })),
    ...blocked.map((message) => ({ ...message, state: "waits" })),
  ].map(({ id, state, error, attempts, message }) => ({ id, state, error, attempts, message }))
  await context.output.rows(rows, { columns: ["id", "state", "message.to", "error"] })
  if (rows.length === 0) context.note("The service has refused none of the messages, and none waits for a correction.")
}
