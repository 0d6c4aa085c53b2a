import type { ListBulkResult } from "../../sdk/contract/lists.ts"
import type { TemplateTestResult } from "../../sdk/contract/templates.ts"
import type { Context } from "../connection/context.ts"
import { type ExitCode, exitCodes } from "../terminal/errors/exit-codes.ts"
import { countText, firstNamed } from "../terminal/output/numbers.ts"
import { prepareCall, send, show } from "./prepared-call.ts"

interface PartialResult {
  /** How many addresses the service accepted. */
  readonly accepted: number
  /** The addresses that it refused, by reason. */
  readonly refused: Readonly<Record<string, readonly string[]>>
}

/** The calls whose successful response names addresses that were refused. Trusts no field to be there. */
export const partialResults: Readonly<Record<string, (data: unknown) => PartialResult>> = {
  "lists.updateContacts"(data) {
    const { action, added = 0, removed = 0, ...emails } = Object(data) as Partial<ListBulkResult>
    const { already_in_list = [], not_in_list = [], not_found = [], invalid_emails = [] } = emails
    // Who is no contact is on no list: nothing was to be removed.
    const unknown = action === "remove" ? [] : not_found
    const unchanged = already_in_list.length + not_in_list.length + not_found.length - unknown.length
    return {
      accepted: added + removed + unchanged,
      refused: { "no contact of the brand": unknown, "no e-mail address": invalid_emails },
    }
  },
  "templates.sendTest"(data) {
    const { results = [] } = Object(data) as Partial<TemplateTestResult>
    const emailsByReason: Record<string, string[]> = {}
    for (const { success, error, email } of results) {
      if (success) continue
      const reason = error || "no reason was given"
      emailsByReason[reason] = [...(emailsByReason[reason] ?? []), email]
    }
    return { accepted: results.filter(({ success }) => success).length, refused: emailsByReason }
  },
}

/** Runs a call that can succeed in part: a refused address is no success. */
export async function run(context: Context): Promise<ExitCode> {
  const result = await send(context, await prepareCall(context))
  await show(context, result)
  return reportRefused(context, context.command.name, result)
}

/** Names the refused addresses on stderr, and returns the exit code. */
export function reportRefused(context: Context, name: string, result: unknown): ExitCode {
  const { accepted = 0, refused: emailsByReason = {} } = partialResults[name]?.(result) ?? {}
  const reasons = Object.entries(emailsByReason).filter(([, emails]) => emails.length > 0)
  const count = reasons.reduce((sum, [, emails]) => sum + emails.length, 0)
  if (count === 0) return exitCodes.ok
  const texts = reasons.map(
    ([reason, emails]) => `${reason}: ${firstNamed(emails.map((email) => JSON.stringify(email)))}`,
  )
  context.quote(`${countText(count)} refused. ${texts.join("; ")}`)
  return accepted === 0 ? exitCodes.validation : exitCodes.partly
}
