import type { Context } from "../../connection/context.ts"
import { requestParts } from "../../connection/request/request-input.ts"
import { isOn } from "../../line/flag-values.ts"
import { prepareCall, send, show } from "../../runners/prepared-call.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import { TemplateTexts } from "./template-texts.ts"

export const askAll = async (context: Context) => (await import("./compose.ts")).composeMessage(context)

/** Shows the problems of the message's content before it is sent; with `--strict` they end the command. */
export async function look(context: Context): Promise<void> {
  const isStrict = isOn(context.flags, "strict")
  if (!isStrict && isForProgram(context)) return
  const warnings = await warningsOf(context)
  if (warnings.length === 0) return
  if (!isStrict) return context.note(warnings.join("\n"))
  throw new CliError(`nothing was sent, by --strict: ${warnings.join(" ")}`, exitCodes.validation, {
    code: "not_clean",
    hint: "Correct it, or omit --strict.",
  })
}

/** A program reads stderr as one JSON error if the call fails: its warnings come after the call. */
const isForProgram = ({ output, io }: Context): boolean => output.format !== "table" && !io.stderr.isTTY

async function warningsOf(context: Context): Promise<string[]> {
  const { mailWarnings } = await import("../../terminal/ask/mail-warnings.ts")
  const { body = {} } = requestParts(context.command, context.args, context.flags, await context.input())
  // A dry run sends no request.
  return mailWarnings(context.globals["dry-run"] ? body : await new TemplateTexts(context).fill(body))
}

export async function run(context: Context): Promise<void> {
  await show(context, await send(context, await prepareCall(context)))
  if (isForProgram(context)) for (const warning of await warningsOf(context)) context.note(warning)
  if (context.isInteractive) {
    const list = context.nextCommand({ words: ["messages", "list"] })
    context.note(`Accepted for sending. See its progress with: ${list}`)
  }
}
