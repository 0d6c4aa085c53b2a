import type { Context } from "../connection/context.ts"
import { setField } from "../connection/request/request-input.ts"
import { type ControlCall, printControl } from "./control.ts"

/** Runs a command that is one control call: its arguments and flags are the query and body. */
export async function call(context: Context): Promise<void> {
  const { args, flags, command } = context
  const { method = "GET", path = "/health", columns } = command.control ?? {}
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(args[name.replaceAll("_", "-")])),
  )
  const fields: { query?: object; body?: object } = {}
  for (const { name, at } of command.positionals) if (at) setField(fields, at, args[name])
  for (const { name, at } of command.flags) if (at) setField(fields, at, flags[name])
  await printControl(context, `${method} ${filled}` as ControlCall, { ...fields, columns })
}
