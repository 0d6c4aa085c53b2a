import type { Context } from "../connection/context.ts"
import { setField } from "../connection/request/request-input.ts"
import { allFields, type ControlCall, type ControlFacts } from "../line/command/spec.ts"
import { type ExitCode, exitCodes } from "../terminal/errors/exit-codes.ts"
import { asFields, printControl, printLimited } from "./control.ts"

/** Runs a command of control calls: the first whose `when` is given. Arguments and flags are its path, query and body. */
export async function run(context: Context): Promise<ExitCode> {
  const { command } = context
  const values = { ...context.args, ...context.flags }
  const isGiven = (name: string): boolean =>
    name === allFields
      ? command.flags.some(({ name, at }) => at && isGiven(name))
      : values[name] !== undefined && values[name] !== false
  const selected = command.control?.find(({ when }) => when === undefined || isGiven(when))
  if (selected === undefined) throw new Error(`${command.name} has no call`)
  const { call, when = "", columns } = selected
  const isList = call.startsWith("GET") && !call.includes("{") && command.flags.some(({ name }) => name === "limit")
  if (isList) return printList(context, call, selected.end)
  const filled = call.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name.replaceAll("_", "-")] ?? values[when])),
  )
  const fields: { query?: object; body?: object } = {}
  for (const { name, at } of command.positionals) if (at) setField(fields, at, values[name])
  for (const { name, at, sends } of command.flags)
    if (at) setField(fields, at, sends === undefined ? values[name] : isGiven(name) ? sends : undefined)
  await printControl(context, filled as ControlCall, { ...fields, columns })
  return exitCodes.ok
}

/** The fields that a table of a call's response shows. */
export const columnsOf = ({ command }: Context, call: ControlCall): ControlFacts["columns"] =>
  command.control?.find((facts) => facts.call === call)?.columns

/** Prints the rows of a list: at most --limit, or with --follow each new one as well. Other flags are its filters. */
export async function printList(context: Context, call: ControlCall, end?: ControlFacts["end"]): Promise<ExitCode> {
  const { limit, clear: _, follow: isFollowed, ...filters } = context.flags
  const query = asFields(filters)
  const columns = columnsOf(context, call)
  if (isFollowed === true) {
    const { follow } = await import("./follow.ts")
    const list = call.slice("GET /".length)
    return follow(context, list, { query: { ...query, ...(limit === undefined ? {} : { limit }) }, columns })
  }
  await printLimited(context, call, { query, columns }, end)
  return exitCodes.ok
}
