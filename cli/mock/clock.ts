import type { ClockView } from "../../mock-server/control/clock.ts"
import type { TimerView } from "../../mock-server/control/timers.ts"
import type { Context } from "../connection/context.ts"
import { isOn, numberOf, textOf } from "../line/flag-values.ts"
import { CliError } from "../terminal/errors/cli-error.ts"
import { exitCodes } from "../terminal/errors/exit-codes.ts"
import { control, printControl } from "./control.ts"
import { printLimited } from "./lists.ts"

/** `mas mock advance`: ends when all work due in that time has settled. */
export async function advance(context: Context): Promise<void> {
  const { args, flags } = context
  const body = {
    by: numberOf(args, "by"),
    to: isOn(flags, "next") ? "next" : textOf(flags, "to"),
    until: textOf(flags, "until"),
  }
  await printControl(context, "POST /clock/advance", { body })
}

export async function clock(context: Context): Promise<void> {
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

/** `mas mock timers [id] [move]`. */
export async function timers(context: Context): Promise<void> {
  const { args, flags, output } = context
  const [id, move] = [numberOf(args, "id"), textOf(args, "move")]
  if (id === undefined) {
    const columns = ["id", "kind", "subject", "due_at", "error"]
    await printLimited(context, "GET /timers", { columns }, "earliest")
  } else if (move === undefined) {
    const timer = (await control<TimerView[]>(context, "GET /timers")).find((one) => one.id === id)
    if (!timer) throw new CliError(`There is no timer ${id}`, exitCodes.notFound, { code: "timer_not_found" })
    await output.record(timer)
  } else await printControl(context, `POST /timers/${id}/${move}`, { body: { by: numberOf(flags, "by") } })
}

const columns = ["name", "now"]

export async function checkpoints(context: Context): Promise<void> {
  const [name, gone] = [textOf(context.flags, "save"), textOf(context.flags, "remove")]
  if (name !== undefined) await printControl(context, "POST /checkpoints", { body: { name }, columns })
  else if (gone !== undefined) await control(context, `DELETE /checkpoints/${encodeURIComponent(gone)}`)
  else await printControl(context, "GET /checkpoints", { columns })
}

export async function rewind(context: Context): Promise<void> {
  const name = encodeURIComponent(textOf(context.args, "name") ?? "")
  await printControl(context, `POST /checkpoints/${name}/rewind`)
}
