import type { Fault } from "../../mock-server/world/faults.ts"
import type { Context } from "../context.ts"
import { UsageError } from "../errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../errors/exit-codes.ts"
import { isOn, numberOf } from "../line/given.ts"
import { control } from "./control.ts"

const columns = ["id", "method", "path", "status", "error_code", "retry_after", "latency_ms", "drop", "times"]
const effects = ["status", "latency-ms", "drop"]

/** `mas mock faults`: lists failures to come; with flags of one it adds it, with --remove or --clear it takes away. */
export async function faults(context: Context): Promise<ExitCode> {
  const { flags, output } = context
  const id = numberOf(flags, "remove")
  if (isOn(flags, "clear")) await control(context, "DELETE /faults")
  else if (id !== undefined) await control(context, `DELETE /faults/${id}`)
  else {
    const given = Object.entries(flags).filter(([name, value]) => value !== undefined && !commands.has(name))
    if (given.length === 0) {
      await output.rows(await control<Fault[]>(context, "GET /faults"), { columns })
      return exitCodes.ok
    }
    if (!given.some(([name]) => effects.includes(name))) {
      throw new UsageError(
        "say what is to happen: --status, --latency-ms or --drop",
        "For example: mas mock faults --path '/v1/my/*' --status 503 --times 2",
      )
    }
    const body = Object.fromEntries(given.map(([name, value]) => [name.replaceAll("-", "_"), value]))
    await output.record(await control<Fault>(context, "POST /faults", { body }), { columns })
  }
  return exitCodes.ok
}

/** Flags that are no field of a fault. */
const commands = new Set(["remove", "clear"])
