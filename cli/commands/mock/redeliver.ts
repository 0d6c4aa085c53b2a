import type { RowPage } from "../../../mock-server/control/rows.ts"
import type { LightDelivery } from "../../../mock-server/resources/webhooks/light-delivery.ts"
import type { WebhookDelivery } from "../../../sdk/contract/webhooks.ts"
import type { Context } from "../../connection/context.ts"
import { isOn, requiredText } from "../../line/flag-values.ts"
import { control, type Parts } from "../../runners/control.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import { countText } from "../../terminal/output/numbers.ts"

const columns = ["id", "event_id", "event_type", "status", "next_attempt_at"]

export async function run(context: Context): Promise<void> {
  const body = isOn(context.flags, "retry") ? { retry: true } : {}
  await context.output.record(await redeliverAt(context, requiredText(context.args, "id"), { body }), { columns })
}

/** Options of the redelivery, and the mock server's address if known. */
type At = Pick<Parts, "body" | "baseUrl">

/** Makes a mock server deliver an event again. `id` is the delivery's or the event's. */
export async function redeliverAt(context: Context, id: string, at: At = {}): Promise<WebhookDelivery> {
  const delivery = /^\d+$/.test(id) ? id : await newestOf(context, id, at)
  return control(context, `POST /deliveries/${delivery}/redeliver`, at)
}

/** The newest delivery of an event. Throws when several endpoints have one. */
async function newestOf(context: Context, eventId: string, at: At): Promise<number> {
  const query = { search: eventId }
  const { rows } = await control<RowPage<LightDelivery>>(context, "GET /rows/delivery", { query, baseUrl: at.baseUrl })
  const ofEvent = rows.filter(({ event_id }) => event_id === eventId).toReversed()
  const newest = new Map(ofEvent.map(({ webhook_id, id }) => [webhook_id, id]))
  const [delivery, ...others] = newest.values()
  if (delivery === undefined) {
    throw new CliError(`There was no delivery of event ${eventId}`, exitCodes.notFound, {
      hint: "`mas webhooks deliveries <endpoint>` lists them with their ids.",
    })
  }
  if (others.length === 0) return delivery
  const each = [...newest].map(([endpoint, id]) => `${id} (endpoint ${endpoint})`).join(", ")
  throw new CliError(
    `Event ${eventId} has a delivery to each of ${countText(newest.size)} endpoints`,
    exitCodes.validation,
    { hint: `Use one of them: ${each}.` },
  )
}
