import type { Fault } from "../../mock-server/world/fault-rules.ts"
import type { Context } from "../context.ts"
import { UsageError } from "../errors/cli-error.ts"
import { isOn, numberOf, textOf } from "../line/flag-values.ts"
import { servicePath } from "../line/service-path.ts"
import { control } from "./control.ts"

const requestColumns = ["id", "method", "path", "status", "error_code", "retry_after", "latency_ms", "drop", "times"]
const deliveryColumns = ["id", "webhook_id", "event_type", "drop", "delay_ms", "duplicate", "reorder", "signature"]
/** The effects of each kind of fault. A fault needs at least one. */
const effects = {
  request: ["status", "latency-ms", "drop", "body", "headers", "cut-at", "drip-ms"],
  delivery: ["drop", "delay", "duplicate", "reorder", "signature"],
}

/** `mas mock faults`: lists failures to come; with flags of one it adds it, with --remove or --clear it takes away. */
export async function faults(context: Context): Promise<void> {
  const { flags, output } = context
  const id = numberOf(flags, "remove")
  const name = textOf(flags, "use")
  const on = textOf(flags, "on") === "delivery" ? "delivery" : "request"
  const given = Object.entries(flags).filter(([flag, value]) => value !== undefined && !commands.has(flag))
  if (isOn(flags, "clear")) await control(context, "DELETE /faults")
  else if (id !== undefined) await control(context, `DELETE /faults/${id}`)
  else if (name !== undefined) {
    const body = { name, seed: numberOf(flags, "seed") }
    await output.rows(await control<Fault[]>(context, "PUT /faults/profile", { body }), { columns: allColumns })
  } else if (given.length === 0) {
    await output.rows(await control<Fault[]>(context, "GET /faults"), { columns: allColumns })
  } else {
    if (!given.some(([flag]) => effects[on].includes(flag))) throw noEffect(on)
    const path = textOf(flags, "path")
    const fields = Object.fromEntries(given.map(([flag, value]) => [flag.replaceAll("-", "_"), value]))
    const body = { ...fields, ...(path === undefined ? {} : { path: servicePath(path, "--path") }) }
    const columns = on === "delivery" ? deliveryColumns : requestColumns
    await output.record(await control<Fault>(context, "POST /faults", { body }), { columns })
  }
}

const described = new Set([...requestColumns.slice(1), ...deliveryColumns.slice(1)])
const allColumns = ["id", "on", "fired", ...described, "probability", "profile"]

function noEffect(on: keyof typeof effects): UsageError {
  const names = effects[on].map((flag) => `--${flag}`)
  return new UsageError(
    `say what is to happen: ${names.slice(0, -1).join(", ")} or ${names.at(-1)}`,
    "For example: mas mock faults --path '/v1/my/*' --status 503 --times 2",
  )
}

/** Flags that are no field of a fault. */
const commands = new Set(["remove", "clear", "use", "seed"])
