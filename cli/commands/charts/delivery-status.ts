import type { DeliveryStatus } from "../../../sdk/contract/delivery.ts"
import type { Context } from "../../context.ts"
import { type ExitCode, exitCodes } from "../../errors/exit-codes.ts"
import { barOf, countText, spanText } from "../../output/figures.ts"
import type { Pen, Style } from "../../output/output.ts"
import { prepareCall, send, show } from "../endpoint.ts"

/** `mas delivery status`: on a terminal the capacity as a bar. */
export async function run(context: Context): Promise<ExitCode> {
  const status = await send(context, await prepareCall(context))
  await show(context, status, { draw: (pen) => drawStatus(status as DeliveryStatus, pen) })
  return exitCodes.ok
}

const admissions: Readonly<Record<string, Style>> = { allowed: "green", deferred: "yellow", denied: "red" }

/** Capacity, pacing, and what to do where there is something to do. */
export function drawStatus(status: DeliveryStatus, pen: Pen): string {
  const { admission_status, commercial_capacity: capacity, pacing_state, capacity_recovery, remediation } = status
  const used = capacity.limit - capacity.remaining
  const share = capacity.limit > 0 ? used / capacity.limit : 1
  const style: Style = share >= 1 ? "red" : share >= 0.8 ? "yellow" : "green"
  const lines = [
    `${pen.paint("bold", "Sending")} ${pen.paint(admissions[admission_status] ?? "bold", pen.safe(admission_status))}, ${pacingText(pacing_state, pen)}`,
    `${pen.paint(style, barOf(share, Math.max(10, Math.min(40, pen.columns - 30))))} ${Math.floor(share * 100)} %`,
    `${countText(used)} of ${countText(capacity.limit)} in ${spanText(capacity.window_seconds * 1000)} (${pen.safe(capacity.source)}), ${countText(capacity.remaining)} left`,
    pen.paint("dim", partsOf(capacity)),
  ]
  if (capacity_recovery) {
    lines.push(`${pen.paint(style, pen.safe(capacity_recovery.label))}: ${pen.safe(capacity_recovery.detail)}`)
  }
  if (remediation?.label)
    lines.push(`→ ${[remediation.label, remediation.url].filter(Boolean).map(pen.safe).join("  ")}`)
  if (status.retry_at) lines.push(`Sending can go on at ${pen.safe(status.retry_at)}`)
  return lines.join("\n")
}

function pacingText({ status, queued_quantity }: DeliveryStatus["pacing_state"], pen: Pen): string {
  return queued_quantity > 0 ? `${pen.safe(status)}: ${countText(queued_quantity)} queued` : pen.safe(status)
}

function partsOf({ accepted, reserved, provider_unknown }: DeliveryStatus["commercial_capacity"]): string {
  const parts = [`${countText(accepted)} accepted`, `${countText(reserved)} reserved`]
  if (provider_unknown > 0) parts.push(`${countText(provider_unknown)} with unknown outcome`)
  return parts.join(", ")
}
