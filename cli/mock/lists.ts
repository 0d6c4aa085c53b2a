import { linkLike } from "../../mock-server/control/message-content.ts"
import type { MessageDetail } from "../../mock-server/domain/messages/message-detail.ts"
import { APIError } from "../../sdk/errors.ts"
import type { Context, Run } from "../context.ts"
import { type ExitCode, exitCodes } from "../errors/exit-codes.ts"
import { nothingFound } from "../errors/nothing-found.ts"
import { numberOf, textOf } from "../line/flag-values.ts"
import { countText } from "../output/numbers.ts"
import { asFields, type ControlCall, control, type Parts, printControl } from "./control.ts"

const columnsOf: Readonly<Record<string, readonly string[]>> = {
  requests: ["id", "time", "method", "path", "status", "duration_ms", "credential_kind"],
  deliveries: [
    ...["id", "delivery_id", "webhook_id", "event_type", "attempt", "response_status", "error", "sent_at", "event_id"],
  ],
  messages: ["id", "channel", "to", "subject", "status", "created_at"],
  outbox: ["id", "kind", "to", "subject", "created_at"],
}

export async function requests(context: Context): Promise<ExitCode> {
  if (context.flags.clear !== true) return show(context, "requests")
  await control(context, "DELETE /requests")
  return exitCodes.ok
}

export const deliveries: Run = (context) => show(context, "deliveries")
export const outbox: Run = (context) => show(context, "outbox")

export async function messages(context: Context): Promise<ExitCode> {
  const { latest, within, ...flags } = context.flags
  if (latest !== true && within === undefined) return show(context, "messages")
  const query = { ...asFields(flags), timeout: within }
  const message = await control<MessageDetail>(context, "GET /messages/latest", { query }).catch(refuseNone)
  const link = textOf(flags, "link")
  if (flags.code === true) await context.output.text(message.codes[0]?.code ?? "")
  if (link !== undefined) await context.output.text(linkLike(message, link) ?? "")
  if (flags.code !== true && link === undefined) await context.output.record(message)
  return exitCodes.ok
}

export async function wait(context: Context): Promise<void> {
  const { args, flags } = context
  const list = textOf(args, "for") ?? "messages"
  const query = { ...Object(flags.where), count: numberOf(flags, "count"), timeout: numberOf(flags, "within") }
  await printControl(context, `GET /${list}/wait`, { query, columns: columnsOf[list] }).catch(refuseNone)
}

/** The mock server answers 408 where what was waited for did not come; the message has the nearest miss. */
function refuseNone(error: unknown): never {
  if (!(error instanceof APIError && error.status === 408)) throw error
  throw nothingFound(error.detail, "Wait longer with --within, or look at what came without it.")
}

async function show(context: Context, list: string): Promise<ExitCode> {
  const { limit, clear: _, follow: isFollowed, ...filters } = context.flags
  const query = asFields(filters)
  const columns = columnsOf[list]
  if (isFollowed === true) {
    const { follow } = await import("./follow.ts")
    return follow(context, list, { query: { ...query, ...(limit === undefined ? {} : { limit }) }, columns })
  }
  await printLimited(context, `GET /${list}`, { query, columns })
  return exitCodes.ok
}

/** Prints the rows of a list, at most --limit; notes on stderr if that left some out. */
export async function printLimited(
  context: Context,
  call: ControlCall,
  { query, columns }: Pick<Parts, "query" | "columns">,
  end: "newest" | "earliest" = "newest",
): Promise<void> {
  const limit = numberOf(context.flags, "limit")
  // One more than wanted tells whether there are more.
  const more = limit === undefined ? {} : { limit: limit + 1 }
  const rows = await control<object[]>(context, call, { query: { ...query, ...more } })
  const shown = end === "newest" ? rows.slice(-(limit ?? rows.length)) : rows.slice(0, limit)
  await context.output.rows(shown, { columns })
  if (shown.length === rows.length) return
  context.note(
    `Only the ${end} ${countText(shown.length)} are shown, by --limit. All: ${context.nextCommand({ flags: { limit: undefined } })}`,
  )
}
