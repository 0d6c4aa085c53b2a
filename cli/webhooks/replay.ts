import { limits } from "../../sdk/contract/core/limits.ts"
import type { WebhookDelivery } from "../../sdk/contract/webhooks.ts"
import { signWebhook } from "../../sdk/webhooks/sign.ts"
import type { Context } from "../context.ts"
import { type ExitCode, exitCodes } from "../errors/exit-codes.ts"
import { isOn, numberOf, textOf } from "../line/flag-values.ts"
import { countText } from "../output/numbers.ts"
import { forwardAddress } from "./forward-address.ts"
import { cutText, post, reasonOf } from "./post.ts"
import { isAcknowledged } from "./receiver.ts"
import { sinceOf } from "./since.ts"

/** `mas webhooks replay`: exit code 1 when an event was not acknowledged. */
export async function run(context: Context): Promise<ExitCode> {
  const { args, flags, io, output, globals } = context
  // A wrong time is refused before anything is asked.
  sinceOf(context)
  const client = await context.client()
  const { signal } = io
  const to = forwardAddress(textOf(flags, "to"), "--to") ?? ""
  const id = numberOf(args, "id") ?? 0
  const { secret, url } = await client.webhooks.get(id, { reveal: true }, { signal })
  // "6h" is relative to the service's clock, which the response told: a mock server has its own.
  const since = sinceOf(context) ?? 0
  const deliveries = await client.webhooks.deliveries(id, { limit: 100 }, { signal }).toArray()
  const events = eventsSince(deliveries, since, isOn(flags, "failed"))
  if (globals["dry-run"]) {
    await output.rows(
      events.map(({ event_id, event_type, payload }) => ({ event_id, event_type, timestamp: payload.timestamp })),
    )
    return exitCodes.ok
  }
  const { timeout = limits.webhookAckTimeout } = globals
  let isCutNoted = false
  const send = async ({ event_id, event_type, payload }: WebhookDelivery) => {
    const body = Buffer.from(JSON.stringify(payload))
    const signed = signWebhook({ id: event_id, timestamp: Math.floor(io.now() / 1000), body, secret })
    const headers = { "content-type": "application/json", ...signed, "content-length": String(body.length) }
    const about = { event_id, event_type, timestamp: payload.timestamp }
    try {
      const { status, isCut } = await post(to, { headers, body, timeout, signal })
      if (isCut && !isCutNoted) context.note(cutText(to))
      isCutNoted ||= isCut
      return { ...about, acknowledged: isAcknowledged(status), status, error: null }
    } catch (error) {
      if (signal.aborted) throw error
      return { ...about, acknowledged: false, status: null, error: reasonOf(error, to) }
    }
  }
  let failed = 0
  async function* replayed() {
    for (const delivery of events) {
      const one = await send(delivery)
      if (!one.acknowledged) failed += 1
      yield one
    }
  }
  await output.rows(replayed(), { isStream: true })
  context.note(`${countText(events.length - failed)} of ${countText(events.length)} events of ${url} acknowledged.`)
  return failed === 0 ? exitCodes.ok : exitCodes.failure
}

/** Each event once, oldest first, without samples. */
function eventsSince(deliveries: readonly WebhookDelivery[], since: number, onlyFailed: boolean): WebhookDelivery[] {
  const arrived = new Set(deliveries.filter(({ status }) => status === "delivered").map(({ event_id }) => event_id))
  const byId = new Map(deliveries.map((delivery) => [delivery.event_id, delivery]))
  return [...byId.values()]
    .filter(({ payload, event_id }) => {
      const isWanted = Date.parse(payload.timestamp) >= since && !payload.data.test
      return isWanted && !(onlyFailed && arrived.has(event_id))
    })
    .sort((a, b) => Date.parse(a.payload.timestamp) - Date.parse(b.payload.timestamp) || a.id - b.id)
}
