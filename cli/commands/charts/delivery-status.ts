import type { DeliveryStatus } from "../../../sdk/contract/delivery.ts"
import type { Context } from "../../context.ts"
import { type ExitCode, exitCodes } from "../../errors/exit-codes.ts"
import { barOf, countText, spanText } from "../../output/figures.ts"
import { wrapNote } from "../../output/note.ts"
import type { Screen, Style } from "../../output/output.ts"
import { toneOf } from "../../output/states.ts"
import { longTime } from "../../output/times.ts"
import { prepareCall, send, show } from "../prepared-call.ts"

/** `mas delivery status`: on a terminal the capacity as a bar. */
export async function run(context: Context): Promise<ExitCode> {
  const status = await send(context, await prepareCall(context))
  await show(context, status, { draw: (screen) => drawStatus(status as DeliveryStatus, screen) })
  return exitCodes.ok
}

/** Capacity, pacing, and what to do where there is something to do. */
export function drawStatus(status: DeliveryStatus, screen: Screen): string {
  const { admission_status, commercial_capacity: capacity, pacing_state, capacity_recovery, remediation } = status
  const used = capacity.limit - capacity.remaining
  const share = capacity.limit > 0 ? used / capacity.limit : 1
  const style: Style = share >= 1 ? "red" : share >= 0.8 ? "yellow" : "green"
  const tone = toneOf("admission_status", admission_status)
  const admission = `${tone ? `${tone.sign} ` : ""}${screen.safe(admission_status)}`
  const percent = `${Math.floor(share * 100)} %`
  const bar = barOf(share, Math.max(10, Math.min(40, screen.columns - percent.length - 3)))
  const lines = [
    `${screen.paint("bold", "Sending")} ${screen.paint(tone?.style ?? "bold", admission)}, ${pacingText(pacing_state, screen)}`,
    `${screen.paint(style, bar)} ${percent}`,
    `${countText(used)} of ${countText(capacity.limit)} in ${spanText(capacity.window_seconds * 1000)} (${screen.safe(capacity.source)}), ${countText(capacity.remaining)} left`,
    partsOf(capacity),
  ]
  if (capacity_recovery) lines.push(`${screen.safe(capacity_recovery.label)}: ${screen.safe(capacity_recovery.detail)}`)
  if (remediation?.label)
    lines.push(`→ ${[remediation.label, remediation.url].filter(Boolean).map(screen.safe).join("  ")}`)
  if (status.retry_at) lines.push(`Sending can go on ${screen.safe(longTime(status.retry_at, screen))}`)
  return lines.map((line) => wrapNote(line, screen)).join("\n")
}

function pacingText({ status, queued_quantity }: DeliveryStatus["pacing_state"], screen: Screen): string {
  return queued_quantity > 0 ? `${screen.safe(status)}: ${countText(queued_quantity)} queued` : screen.safe(status)
}

function partsOf({ accepted, reserved, provider_unknown }: DeliveryStatus["commercial_capacity"]): string {
  const parts = [`${countText(accepted)} accepted`, `${countText(reserved)} reserved`]
  if (provider_unknown > 0) parts.push(`${countText(provider_unknown)} with unknown outcome`)
  return parts.join(", ")
}
