import type { Context } from "../../connection/context.ts"
import { isOn, numberOf, textOf } from "../../line/flag-values.ts"
import { control, printControl } from "../../runners/control.ts"
import { readFixtures } from "./fixtures.ts"

const columns = ["id", "base_url", "api_key"]

export async function run(context: Context): Promise<void> {
  const { flags } = context
  const id = textOf(flags, "remove")
  if (id !== undefined) await control(context, `DELETE /worlds/${encodeURIComponent(id)}`)
  else if (isOn(flags, "create")) {
    const from = textOf(flags, "fixtures")
    const body = {
      seed: numberOf(flags, "seed"),
      clock: clockOf(context),
      fixtures: from === undefined ? undefined : await readFixtures(context, from, "--fixtures"),
    }
    await printControl(context, "POST /worlds", { body, columns })
  } else await printControl(context, "GET /worlds", { columns })
}

function clockOf({ flags }: Context): object | undefined {
  const [mode, rate, now] = [textOf(flags, "clock"), numberOf(flags, "rate"), textOf(flags, "now")]
  return (mode ?? rate ?? now) === undefined ? undefined : { mode, rate, now }
}
