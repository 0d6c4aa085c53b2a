import type { Context } from "../connection/context.ts"
import { control, printControl } from "./control.ts"

const columns = ["id", "to", "outcome", "after_ms", "times", "tracking", "bot", "used"]

export async function outcomes(context: Context): Promise<void> {
  const { remove, clear, ...body } = context.flags
  if (clear === true) await control(context, "DELETE /outcomes")
  else if (remove !== undefined) await control(context, `DELETE /outcomes/${remove}`)
  else if (body.to === undefined) await printControl(context, "GET /outcomes", { columns })
  else await printControl(context, "POST /outcomes", { body, columns })
}
