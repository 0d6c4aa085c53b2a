import type { Advanced, ClockView } from "../../mock-server/control/clock.ts"
import type { Context } from "../context.ts"
import { type ExitCode, exitCodes } from "../errors/exit-codes.ts"
import { numberOf, textOf } from "../line/given.ts"
import { control } from "./control.ts"

/** `mas mock advance`: ends once everything that was due on the way has settled. */
export async function advance(context: Context): Promise<ExitCode> {
  const body = { by: numberOf(context.args, "by"), to: textOf(context.flags, "to") }
  await context.output.record(await control<Advanced>(context, "POST /clock/advance", { body }))
  return exitCodes.ok
}

/** `mas mock clock`: shows the clock, after changing it where a flag says so. */
export async function clock(context: Context): Promise<ExitCode> {
  const mode = textOf(context.flags, "mode")
  const now = textOf(context.flags, "now")
  const view = await control<ClockView>(context, "GET /clock")
  const isChange = mode !== undefined || now !== undefined
  const body = { mode: mode ?? view.mode, ...(now === undefined ? {} : { now }) }
  await context.output.record(isChange ? await control<ClockView>(context, "PUT /clock", { body }) : view)
  return exitCodes.ok
}
