import type { Context } from "../../connection/context.ts"
import { withOutbox } from "./with-outbox.ts"

export async function run(context: Context): Promise<void> {
  const failed = await withOutbox(context, (outbox) => outbox.failed())
  const rows = failed.map(({ id, message, attempts, error }) => ({ id, error, attempts, message }))
  await context.output.rows(rows, { columns: ["id", "message.to", "error"] })
  if (failed.length === 0) context.note("The service has refused none of the messages.")
}
