import type { Context } from "../../connection/context.ts"
import { textOf } from "../../line/flag-values.ts"
import { servicePath } from "../../line/service-path.ts"
import { asFields, control, printControl } from "../../runners/control.ts"
import { UsageError } from "../../terminal/errors/cli-error.ts"

const requestColumns = ["id", "method", "path", "status", "error_code", "retry_after", "latency_ms", "drop", "times"]
const deliveryColumns = ["id", "webhook_id", "event_type", "drop", "delay_ms", "duplicate", "reorder", "signature"]
/** The effects of each kind of fault. A fault needs at least one. */
const effects = {
  request: ["status", "latency-ms", "drop", "body", "headers", "cut-at", "drip-ms"],
  delivery: ["drop", "delay", "duplicate", "reorder", "signature"],
}

export async function run(context: Context): Promise<void> {
  const { remove, clear, use, seed, ...faultFlags } = context.flags
  const on = faultFlags.on === "delivery" ? "delivery" : "request"
  const path = textOf(faultFlags, "path")
  if (clear === true) await control(context, "DELETE /faults")
  else if (remove !== undefined) await control(context, `DELETE /faults/${remove}`)
  else if (use !== undefined)
    await printControl(context, "PUT /faults/profile", { body: { name: use, seed }, columns: allColumns })
  else if (Object.keys(faultFlags).length === 0) await printControl(context, "GET /faults", { columns: allColumns })
  else {
    if (!effects[on].some((flag) => faultFlags[flag] !== undefined)) throw noEffect(on)
    const body = { ...asFields(faultFlags), ...(path === undefined ? {} : { path: servicePath(path, "--path") }) }
    const columns = on === "delivery" ? deliveryColumns : requestColumns
    await printControl(context, "POST /faults", { body, columns })
  }
}

const described = new Set([...requestColumns.slice(1), ...deliveryColumns.slice(1)])
const allColumns = ["id", "on", "fired", ...described, "probability", "profile"]

function noEffect(on: keyof typeof effects): UsageError {
  const names = effects[on].map((flag) => `--${flag}`)
  return new UsageError(
    `give at least one effect: ${names.slice(0, -1).join(", ")} or ${names.at(-1)}`,
    "For example: mas mock faults --path '/v1/my/*' --status 503 --times 2",
  )
}
