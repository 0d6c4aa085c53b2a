import type { Context } from "../context.ts"
import { isOn, numberOf, textOf } from "../line/flag-values.ts"
import { printControl } from "./control.ts"
import { redeliverAt } from "./redeliver.ts"

const columns = ["id", "event_id", "event_type", "status", "next_attempt_at"]

export async function redeliver(context: Context): Promise<void> {
  const body = isOn(context.flags, "retry") ? { retry: true } : {}
  await context.output.record(await redeliverAt(context, textOf(context.args, "id") ?? "", { body }), { columns })
}

export async function rotate(context: Context): Promise<void> {
  const call = `POST /webhooks/${numberOf(context.args, "id")}/rotate` as const
  const body = { grace: numberOf(context.flags, "grace") }
  await printControl(context, call, { body })
}
