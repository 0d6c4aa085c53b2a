import type { WebhookDelivery } from "../../../sdk/contract/webhooks.ts"
import type { Context } from "../../connection/context.ts"
import { isOn } from "../../line/flag-values.ts"
import { run as runEndpoint } from "../../runners/endpoint.ts"
import { notePages, readRows } from "../../runners/list.ts"
import { prepareCall } from "../../runners/prepared-call.ts"
import { type ExitCode, exitCodes } from "../../terminal/errors/exit-codes.ts"
import { drawDelivery } from "./delivery-time-line.ts"

export async function run(context: Context): Promise<ExitCode> {
  const { output, flags } = context
  if (isOn(flags, "follow")) return (await import("./follow-deliveries.ts")).followDeliveries(context)
  if (!output.showsCharts) {
    await runEndpoint(context)
    return exitCodes.ok
  }
  const { rows, reading } = readRows(context, await prepareCall(context))
  let count = 0
  for await (const row of rows) {
    const delivery = row as WebhookDelivery
    await output.record(delivery, { draw: (screen) => drawDelivery(delivery, screen) })
    count += 1
  }
  if (count === 0) context.note("No deliveries in the last seven days.")
  notePages(context, reading)
  return exitCodes.ok
}
