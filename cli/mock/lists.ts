import { linkLike } from "../../mock-server/control/message-content.ts"
import type { MessageDetail } from "../../mock-server/domain/messages/message-detail.ts"
import type { MessageRow } from "../../mock-server/store/tables/messages.ts"
import type { ServiceMail } from "../../mock-server/store/tables/outbox.ts"
import type { ShownAttempt } from "../../mock-server/webhooks/attempt.ts"
import type { JournalEntry } from "../../mock-server/world/journal.ts"
import type { Context } from "../context.ts"
import { type ExitCode, exitCodes } from "../errors/exit-codes.ts"
import { isOn, numberOf, textOf } from "../line/flag-values.ts"
import { control } from "./control.ts"

const requestColumns = ["id", "time", "method", "path", "status", "duration_ms", "credential_kind"]
const attemptColumns = [
  ...["id", "delivery_id", "webhook_id", "event_type", "attempt", "response_status", "error", "sent_at", "event_id"],
]
const messageColumns = ["id", "channel", "to", "subject", "status", "created_at"]
const mailColumns = ["id", "kind", "to", "subject", "created_at"]

/** `mas mock requests`. */
export async function requests(context: Context): Promise<ExitCode> {
  if (isOn(context.flags, "clear")) await control(context, "DELETE /requests")
  else return show<JournalEntry>(context, "requests", requestColumns)
  return exitCodes.ok
}

/** `mas mock deliveries`. */
export async function deliveries(context: Context): Promise<ExitCode> {
  return show<ShownAttempt>(context, "deliveries", attemptColumns)
}

/** `mas mock messages`. */
export async function messages(context: Context): Promise<ExitCode> {
  const { latest, within, ...flags } = context.flags
  if (latest !== true && within === undefined) return show<MessageRow>(context, "messages", messageColumns)
  const message = await control<MessageDetail>(context, "GET /messages/latest", {
    query: { ...flags, timeout: within },
  })
  const link = textOf(flags, "link")
  if (flags.code === true) await context.output.text(message.codes[0]?.code ?? "")
  if (link !== undefined) await context.output.text(linkLike(message, link) ?? "")
  if (flags.code !== true && link === undefined) await context.output.record(message)
  return exitCodes.ok
}

/** `mas mock outbox`. */
export async function outbox(context: Context): Promise<ExitCode> {
  return show<ServiceMail>(context, "outbox", mailColumns)
}

/** `mas mock wait`: prints the rows as soon as there are enough. */
export async function wait(context: Context): Promise<void> {
  const { args, flags, output } = context
  const list = textOf(args, "for") ?? "messages"
  const where = isRecord(flags.where) ? flags.where : {}
  const query = { ...where, count: numberOf(flags, "count"), timeout: numberOf(flags, "within") }
  await output.rows(await control<object[]>(context, `GET /${list}/wait`, { query }), {
    columns: columnsOf[list] ?? [],
  })
}

const columnsOf: Readonly<Record<string, readonly string[]>> = {
  messages: messageColumns,
  requests: requestColumns,
  deliveries: attemptColumns,
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

async function show<T>(context: Context, list: string, columns: readonly string[]): Promise<ExitCode> {
  const { limit, clear: _, follow: isFollowed, ...filters } = context.flags
  const query = Object.fromEntries(Object.entries(filters).map(([name, value]) => [name.replaceAll("-", "_"), value]))
  if (isFollowed === true) {
    const { follow } = await import("./follow.ts")
    return follow(context, list, { query: { ...query, ...(limit === undefined ? {} : { limit }) }, columns })
  }
  const rows = await control<T[]>(context, `GET /${list}`, { query })
  await context.output.rows(rows.slice(-(numberOf(context.flags, "limit") ?? rows.length)), { columns })
  return exitCodes.ok
}
