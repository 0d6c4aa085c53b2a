import type { CommandSpec, Value } from "../../command.ts"
import type { Context } from "../../context.ts"
import { type ExitCode, exitCodes } from "../../errors/exit-codes.ts"
import { missingOf } from "../../line/missing.ts"
import { requireCredential } from "../../request/connect.ts"
import { run as runEndpoint } from "../endpoint.ts"

/** Without flags, on a terminal, it asks for everything; with some, only for what is missing. */
export const asksItself = true

/** `mas messages send`. */
export async function run(context: Context): Promise<ExitCode> {
  const { command, args, flags, isInteractive, ask, keep } = context
  if (!isInteractive) return runEndpoint(context)
  if (Object.values(flags).every((value) => value === undefined)) {
    const { composeMessage } = await import("./compose.ts")
    requireCredential(await context.profile(), command)
    keep(asFlags(command, await composeMessage(context)))
    await runEndpoint(context)
    const list = context.nextCommand({ words: ["messages", "list"] })
    context.note(`Accepted for sending. How it goes on: ${list}`)
    return exitCodes.ok
  }
  const missing = missingOf(command, { args, flags }, await context.input())
  if (missing.length === 0) return runEndpoint(context)
  const { askForAll } = await import("../../ask/ask-missing.ts")
  keep(await askForAll(missing, ask))
  return runEndpoint(context)
}

/** Fields of the body by the flags that set them. */
function asFlags({ flags }: CommandSpec, fields: Readonly<Record<string, Value | undefined>>): Record<string, Value> {
  return Object.fromEntries(
    flags.flatMap(({ name, at }) => {
      const value = at?.[0] === "body" && at[1] !== undefined ? fields[at[1]] : undefined
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
