import type { Flag, Value } from "../command/spec.ts"
import type { Context } from "../context.ts"
import { type ExitCode, exitCodes } from "../errors/exit-codes.ts"
import { isOn } from "../line/flag-values.ts"
import { type ControlCall, control } from "./control.ts"
import { follow } from "./follow.ts"

/** Runs a command that is one control call. */
export async function call(context: Context): Promise<ExitCode> {
  const { args, flags, output } = context
  const { method = "GET", path = "/health", columns } = context.command.control ?? {}
  const { query, body } = fieldsOf(context)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(args[name.replaceAll("_", "-")])),
  )
  if (isOn(flags, "follow")) return follow(context, filled.slice(1), { query, columns })
  const sent = { ...(query ? { query } : {}), ...(body ? { body } : {}) }
  const answer = await control<unknown>(context, `${method} ${filled}` as ControlCall, sent)
  if (Array.isArray(answer)) await output.rows(answer, { columns })
  else if (answer !== undefined) await output.record(answer, { columns })
  return exitCodes.ok
}

interface Fields {
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

/** Query and body as arguments and flags say them. */
function fieldsOf({ command, args, flags }: Context): Fields {
  const fields: Fields = {}
  const put = (at: Flag["at"], value: Value | undefined) => {
    if (at === undefined || value === undefined) return
    const [part, ...path] = at
    fields[part] = withField(fields[part] ?? {}, path, value)
  }
  for (const { name, at } of command.positionals) put(at, args[name])
  for (const { name, at } of command.flags) put(at, flags[name])
  return fields
}

function withField(target: object, [key = "", ...rest]: readonly string[], value: Value): Record<string, unknown> {
  const inner: unknown = Reflect.get(target, key)
  const before = typeof inner === "object" && inner !== null ? inner : {}
  return { ...target, [key]: rest.length === 0 ? value : withField(before, rest, value) }
}
