import type { Outcome } from "../../mock-server/world/outcomes.ts"
import type { Context } from "../context.ts"
import { isOn, numberOf, textOf } from "../line/flag-values.ts"
import { control } from "./control.ts"

const columns = ["id", "to", "outcome", "after_ms", "times", "tracking", "bot", "used"]

/** `mas mock outcomes`: lists outcome rules; --to adds one, --remove and --clear remove them. */
export async function outcomes(context: Context): Promise<void> {
  const { flags, output } = context
  const id = numberOf(flags, "remove")
  const { to, outcome, after, times, tracking, bot } = flags
  if (isOn(flags, "clear")) await control(context, "DELETE /outcomes")
  else if (id !== undefined) await control(context, `DELETE /outcomes/${id}`)
  else if (textOf(flags, "to") === undefined) {
    await output.rows(await control<Outcome[]>(context, "GET /outcomes"), { columns })
  } else {
    const body = { to, outcome, after, times, tracking, bot }
    await output.record(await control<Outcome>(context, "POST /outcomes", { body }), { columns })
  }
}
