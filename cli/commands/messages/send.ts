import type { Context } from "../../context.ts"
import { type ExitCode, exitCodes } from "../../errors/exit-codes.ts"
import { prepareCall, send, show } from "../prepared-call.ts"

/** Without flags, on a terminal, it is put together part by part. */
export const askAll = async (context: Context) => (await import("./compose.ts")).composeMessage(context)

/** `mas messages send`. */
export async function run(context: Context): Promise<ExitCode> {
  await show(context, await send(context, await prepareCall(context)))
  if (context.isInteractive) {
    const list = context.nextCommand({ words: ["messages", "list"] })
    context.note(`Accepted for sending. How it goes on: ${list}`)
  }
  return exitCodes.ok
}
