import type { WorldPlace } from "../../mock-server/control/worlds.ts"
import type { Context } from "../context.ts"
import { type ExitCode, exitCodes } from "../errors/exit-codes.ts"
import { isOn, numberOf, textOf } from "../line/given.ts"
import { control } from "./control.ts"

const columns = ["id", "base_url", "api_key"]

/** `mas mock worlds`: lists the worlds; makes one with --create, ends one with --remove. */
export async function worlds(context: Context): Promise<ExitCode> {
  const { flags, output } = context
  const id = textOf(flags, "remove")
  if (id !== undefined) await control(context, `DELETE /worlds/${encodeURIComponent(id)}`)
  else if (isOn(flags, "create")) {
    const body = { seed: numberOf(flags, "seed"), clock: textOf(flags, "clock") }
    await output.record(await control<WorldPlace>(context, "POST /worlds", { body }), { columns })
  } else await output.rows(await control<WorldPlace[]>(context, "GET /worlds"), { columns })
  return exitCodes.ok
}
