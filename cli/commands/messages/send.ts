import type { Context } from "../../context.ts"
import { type ExitCode, exitCodes } from "../../errors/exit-codes.ts"
import { missingOf } from "../../line/missing.ts"
import { run as runEndpoint } from "../endpoint.ts"
import { prepareCall, send, show } from "../prepared-call.ts"

/** Without flags, on a terminal, it asks for everything; with some, only for what is missing. */
export const asksItself = true

/** `mas messages send`. */
export async function run(context: Context): Promise<ExitCode> {
  const { command, args, flags, isInteractive, ask, io } = context
  if (!isInteractive) return runEndpoint(context)
  if (Object.values(flags).every((value) => value === undefined)) {
    const { composeMessage } = await import("./compose.ts")
    const call = await prepareCall(context)
    const body = await composeMessage(context)
    const message = await send(context, { ...call, input: { ...call.input, body }, options: { signal: io.signal } })
    await show(context, message)
    context.note("Accepted for sending. `mas messages list` shows how it goes on.")
    return exitCodes.ok
  }
  const missing = missingOf(command, { args, flags }, await context.input())
  if (missing.length === 0) return runEndpoint(context)
  const { askForAll } = await import("../../ask/ask-missing.ts")
  return runEndpoint({ ...context, flags: { ...flags, ...(await askForAll(missing, ask)) } })
}
