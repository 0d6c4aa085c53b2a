import type { TimerView } from "../../../mock-server/control/timers.ts"
import type { Context } from "../../connection/context.ts"
import { numberOf, textOf } from "../../line/flag-values.ts"
import { control, printControl, printLimited } from "../../runners/control.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"

/** `mas mock timers [id] [move]`. */
export async function run(context: Context): Promise<void> {
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
