import type { Advanced, ClockView } from "../../mock-server/control/clock.ts"
import type { TimerView } from "../../mock-server/control/timers.ts"
import type { Checkpoint } from "../../mock-server/world/checkpoints.ts"
import type { Context } from "../context.ts"
import { isOn, numberOf, textOf } from "../line/flag-values.ts"
import { control } from "./control.ts"

/** `mas mock advance`: ends once everything that was due on the way has settled. */
export async function advance(context: Context): Promise<void> {
  const { args, flags, output } = context
  const body = {
    by: numberOf(args, "by"),
    to: isOn(flags, "next") ? "next" : textOf(flags, "to"),
    until: textOf(flags, "until"),
  }
  await output.record(await control<Advanced>(context, "POST /clock/advance", { body }))
}

/** `mas mock clock`: shows the clock, after changing it where a flag says so. */
export async function clock(context: Context): Promise<void> {
  const { flags, output } = context
  const view = await control<ClockView>(context, "GET /clock")
  const [mode, rate, now] = [textOf(flags, "mode"), numberOf(flags, "rate"), textOf(flags, "now")]
  const webhook_time = textOf(flags, "sign-with")
  const isChange = [mode, rate, now, webhook_time].some((value) => value !== undefined)
  const wanted = mode ?? (rate === undefined ? view.mode : "scaled")
  const body = { mode: wanted, rate: rate ?? (wanted === "scaled" ? view.rate : undefined), now, webhook_time }
  await output.record(isChange ? await control<ClockView>(context, "PUT /clock", { body }) : view)
}

/** `mas mock timers`: the work that waits for its time. */
export async function timers(context: Context): Promise<void> {
  const query = { limit: numberOf(context.flags, "limit") }
  const rows = await control<TimerView[]>(context, "GET /timers", { query })
  await context.output.rows(rows, { columns: ["id", "kind", "subject", "due_at", "error"] })
}

const columns = ["name", "now"]

/** `mas mock checkpoints`: lists them, keeps one more with --save, forgets one with --remove. */
export async function checkpoints(context: Context): Promise<void> {
  const { flags, output } = context
  const [name, gone] = [textOf(flags, "save"), textOf(flags, "remove")]
  if (name !== undefined) {
    await output.record(await control<Checkpoint>(context, "POST /checkpoints", { body: { name } }), { columns })
  } else if (gone !== undefined) await control(context, `DELETE /checkpoints/${encodeURIComponent(gone)}`)
  else await output.rows(await control<Checkpoint[]>(context, "GET /checkpoints"), { columns })
}

/** `mas mock rewind`. */
export async function rewind(context: Context): Promise<void> {
  const name = encodeURIComponent(textOf(context.args, "name") ?? "")
  await context.output.record(await control<ClockView>(context, `POST /checkpoints/${name}/rewind`))
}
