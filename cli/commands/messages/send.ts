import type { Context } from "../../context.ts"
import { CliError } from "../../errors/cli-error.ts"
import { exitCodes } from "../../errors/exit-codes.ts"
import { isOn } from "../../line/flag-values.ts"
import { requestParts } from "../../request/request-input.ts"
import { prepareCall, send, show } from "../prepared-call.ts"

export const askAll = async (context: Context) => (await import("./compose.ts")).composeMessage(context)

/** Shows the problems of the message's content on stderr; with `--strict` they end the command. */
export async function look(context: Context): Promise<void> {
  const { command, args, flags } = context
  const { mailWarnings } = await import("../../ask/mail-warnings.ts")
  const { body = {} } = requestParts(command, args, flags, await context.input())
  const warnings = mailWarnings(body)
  if (warnings.length === 0) return
  if (!isOn(flags, "strict")) return context.note(warnings.join("\n"))
  throw new CliError(`nothing was sent, by --strict: ${warnings.join(" ")}`, exitCodes.validation, {
    code: "not_clean",
    hint: "Correct it, or omit --strict.",
  })
}

export async function run(context: Context): Promise<void> {
  await show(context, await send(context, await prepareCall(context)))
  if (context.isInteractive) {
    const list = context.nextCommand({ words: ["messages", "list"] })
    context.note(`Accepted for sending. See its progress with: ${list}`)
  }
}
