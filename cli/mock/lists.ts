import { linkLike } from "../../mock-server/control/message-content.ts"
import type { MessageDetail } from "../../mock-server/resources/messages/message-detail.ts"
import { APIError } from "../../sdk/client/errors.ts"
import type { Context, Run } from "../connection/context.ts"
import { isOn, numberOf, textOf } from "../line/flag-values.ts"
import { type ExitCode, exitCodes } from "../terminal/errors/exit-codes.ts"
import { nothingFound } from "../terminal/errors/nothing-found.ts"
import { countText } from "../terminal/output/numbers.ts"
import { asFields, type ControlCall, control, type Parts, printControl } from "./control.ts"

const columnsOf: Readonly<Record<string, readonly string[]>> = {
  requests: ["id", "time", "method", "path", "status", "duration_ms", "credential_kind"],
  deliveries: [
    ...["id", "delivery_id", "webhook_id", "event_type", "attempt", "response_status", "error", "sent_at", "event_id"],
  ],
  messages: ["id", "channel", "to", "subject", "status", "created_at"],
  outbox: ["id", "kind", "to", "subject", "created_at"],
}

/** `mas mock requests [id]`. */
export async function requests(context: Context): Promise<ExitCode> {
  const id = numberOf(context.args, "id")
  if (id === undefined && context.flags.clear !== true) return show(context, "requests")
  if (id === undefined) await control(context, "DELETE /requests")
  else await printControl(context, `GET /requests/${id}${isOn(context.flags, "code") ? "/code" : ""}`)
  return exitCodes.ok
}

export const deliveries: Run = (context) => show(context, "deliveries")
export const outbox: Run = (context) => show(context, "outbox")

/** `mas mock messages [id]`. */
export async function messages(context: Context): Promise<ExitCode> {
  const { latest, within, ...flags } = context.flags
  const id = numberOf(context.args, "id")
  if (id !== undefined && isOn(flags, "why")) {
    await printControl(context, `GET /messages/${id}/why`, { columns: ["at", "what", "rule"] })
    return exitCodes.ok
  }
  if (id !== undefined) return showMessage(context, await control<MessageDetail>(context, `GET /messages/${id}`))
  if (latest !== true && within === undefined) return show(context, "messages")
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

export async function wait(context: Context): Promise<void> {
  const { args, flags } = context
  const list = textOf(args, "for") ?? "messages"
  const query = { ...Object(flags.where), count: numberOf(flags, "count"), timeout: numberOf(flags, "within") }
  await printControl(context, `GET /${list}/wait`, { query, columns: columnsOf[list] }).catch(refuseNone)
}

/** The mock server responds with 408 where what was waited for did not come; the message has the nearest miss. */
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
  const visibleRows = end === "newest" ? rows.slice(-(limit ?? rows.length)) : rows.slice(0, limit)
  await context.output.rows(visibleRows, { columns })
  if (visibleRows.length === rows.length) return
  context.note(
    `Only the ${end} ${countText(visibleRows.length)} are shown, by --limit. All: ${context.nextCommand({ flags: { limit: undefined } })}`,
  )
}
