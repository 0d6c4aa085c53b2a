import type { ListBulkResult } from "../../../sdk/contract/lists.ts"
import type { Context } from "../../connection/context.ts"
import { prepareCall, send, show } from "../../runners/prepared-call.ts"
import { type ExitCode, exitCodes } from "../../terminal/errors/exit-codes.ts"
import { countText } from "../../terminal/output/numbers.ts"

/** Changes who is on a list. An address that is left out of it by the service is no success. */
export async function run(context: Context): Promise<ExitCode> {
  const result = await send(context, await prepareCall(context))
  await show(context, result)
  const { action, added = 0, removed = 0, ...emails } = Object(result) as Partial<ListBulkResult>
  const { already_in_list = [], not_in_list = [], not_found = [], invalid_emails = [] } = emails
  // Who is no contact is on no list: nothing was to be removed.
  const unknown = action === "remove" ? [] : not_found
  const count = unknown.length + invalid_emails.length
  if (count === 0) return exitCodes.ok
  const texts = [
    ...(unknown.length > 0 ? [`no contact of the brand: ${listed(unknown)}`] : []),
    ...(invalid_emails.length > 0 ? [`no e-mail address: ${listed(invalid_emails)}`] : []),
  ]
  context.note(`${countText(count)} refused. ${texts.join("; ")}`)
  const accepted = added + removed + already_in_list.length + not_in_list.length + not_found.length - unknown.length
  return accepted === 0 ? exitCodes.validation : exitCodes.partly
}

function listed(emails: readonly string[]): string {
  const more = emails.length > 10 ? `, and ${countText(emails.length - 10)} more` : ""
  return `${emails
    .slice(0, 10)
    .map((email) => JSON.stringify(email))
    .join(", ")}${more}`
}
