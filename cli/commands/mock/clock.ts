import type { ClockView } from "../../../mock-server/control/clock.ts"
import type { Context } from "../../connection/context.ts"
import { numberOf, textOf } from "../../line/flag-values.ts"
import { control, printControl } from "../../runners/control.ts"

export async function run(context: Context): Promise<void> {
  const { flags, output } = context
  const view = await control<ClockView>(context, "GET /clock")
  const [mode, rate, now] = [textOf(flags, "mode"), numberOf(flags, "rate"), textOf(flags, "now")]
  const webhook_time = textOf(flags, "sign-with")
  const isChange = [mode, rate, now, webhook_time].some((value) => value !== undefined)
  const targetMode = mode ?? (rate === undefined ? view.mode : "scaled")
  const body = { mode: targetMode, rate: rate ?? (targetMode === "scaled" ? view.rate : undefined), now, webhook_time }
  if (isChange) await printControl(context, "PUT /clock", { body })
  else await output.record(view)
}
