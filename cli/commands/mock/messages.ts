import { linkLike } from "../../../mock-server/control/message-content.ts"
import type { MessageDetail } from "../../../mock-server/resources/messages/message-detail.ts"
import type { Context } from "../../connection/context.ts"
import { isOn, numberOf, textOf } from "../../line/flag-values.ts"
import { asFields, control, printControl } from "../../runners/control.ts"
import { printList } from "../../runners/control-call.ts"
import { type ExitCode, exitCodes } from "../../terminal/errors/exit-codes.ts"
import { nothingFound } from "../../terminal/errors/nothing-found.ts"
import { refuseNone } from "./wait.ts"

/** `mas mock messages [id]`. */
export async function run(context: Context): Promise<ExitCode> {
  const { latest, within, ...flags } = context.flags
  const id = numberOf(context.args, "id")
  if (id !== undefined && isOn(flags, "why")) {
    await printControl(context, `GET /messages/${id}/why`, { columns: ["at", "what", "rule"] })
    return exitCodes.ok
  }
  if (id !== undefined) return showMessage(context, await control<MessageDetail>(context, `GET /messages/${id}`))
  if (latest !== true && within === undefined) return printList(context, "GET /messages")
  const query = { ...asFields(flags), timeout: within }
  const newest = await control<MessageDetail>(context, "GET /messages/latest", { query }).catch(refuseNone)
  return showMessage(context, newest)
}

/** Prints the message; with --code or --link only that part of it. */
async function showMessage({ flags, output }: Context, message: MessageDetail): Promise<ExitCode> {
  const link = textOf(flags, "link")
  const parts = [
    ...(isOn(flags, "code") ? [{ name: "code", value: message.codes[0]?.code }] : []),
    ...(link === undefined ? [] : [{ name: "such link", value: linkLike(message, link) }]),
  ]
  const missing = parts.find(({ value }) => value === undefined)
  if (missing)
    throw nothingFound(`Message ${message.id} has no ${missing.name}`, "Look at it without --code and --link.")
  for (const { value = "" } of parts) await output.text(value)
  if (parts.length === 0) await output.record(message)
  return exitCodes.ok
}
