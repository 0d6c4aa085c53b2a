import type { Rotated } from "../../mock-server/control/webhooks.ts"
import type { WebhookDelivery } from "../../sdk/contract/webhooks.ts"
import type { Context } from "../context.ts"
import { type ExitCode, exitCodes } from "../errors/exit-codes.ts"
import { numberOf } from "../line/given.ts"
import { control } from "./control.ts"

const columns = ["id", "event_id", "event_type", "status", "next_attempt_at"]

/** `mas mock redeliver`. */
export async function redeliver(context: Context): Promise<ExitCode> {
  const call = `POST /deliveries/${numberOf(context.args, "id")}/redeliver` as const
  await context.output.record(await control<WebhookDelivery>(context, call), { columns })
  return exitCodes.ok
}

/** `mas mock rotate`. */
export async function rotate(context: Context): Promise<ExitCode> {
  const call = `POST /webhooks/${numberOf(context.args, "id")}/rotate` as const
  const body = { grace: numberOf(context.flags, "grace") }
  await context.output.record(await control<Rotated>(context, call, { body }))
  return exitCodes.ok
}
