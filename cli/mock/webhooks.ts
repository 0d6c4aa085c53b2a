import type { Context } from "../connection/context.ts"
import { isOn, numberOf, textOf } from "../line/flag-values.ts"
import { printControl } from "./control.ts"
import { redeliverAt } from "./redeliver.ts"

const columns = ["id", "event_id", "event_type", "status", "next_attempt_at"]

export async function redeliver(context: Context): Promise<void> {
  const body = isOn(context.flags, "retry") ? { retry: true } : {}
  await context.output.record(await redeliverAt(context, textOf(context.args, "id") ?? "", { body }), { columns })
}

/** `mas mock webhooks [id]`. */
export async function webhooks(context: Context): Promise<void> {
  const id = numberOf(context.args, "id")
  if (id === undefined) await printControl(context, "POST /webhooks/allow_local")
  else if (isOn(context.flags, "rotate"))
    await printControl(context, `POST /webhooks/${id}/rotate`, { body: { grace: numberOf(context.flags, "grace") } })
  else await printControl(context, `GET /webhooks/${id}`)
}
