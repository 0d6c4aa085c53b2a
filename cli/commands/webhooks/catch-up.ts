import { limits } from "../../../sdk/contract/core/limits.ts"
import type { CaughtUpEvent } from "../../../sdk/outage/facts.ts"
import { signWebhook } from "../../../sdk/webhooks/sign.ts"
import type { Context } from "../../connection/context.ts"
import { isOn, requiredNumber, requiredText } from "../../line/flag-values.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../../terminal/errors/exit-codes.ts"
import { nothingFound } from "../../terminal/errors/nothing-found.ts"
import { countText } from "../../terminal/output/numbers.ts"
import { forwardAddress } from "./forward-address.ts"
import { cutText, post, reasonOf } from "./post.ts"
import { isAcknowledged } from "./receiver.ts"
import { sinceOf } from "./since.ts"

/** `mas webhooks catch-up`: exit code 1 when an event was not acknowledged. */
export async function run(context: Context): Promise<ExitCode> {
  const { args, flags, io, output, globals } = context
  // A wrong time is refused before anything is asked.
  sinceOf(context)
  const client = await context.client()
  const { signal } = io
  const to = forwardAddress(requiredText(flags, "to"), "--to")
  const id = requiredNumber(args, "id")
  const { secret, url, events: types } = await client.webhooks.get(id, { reveal: true }, { signal })
  // "6h" is relative to the service's clock, which the response told: a mock server has its own.
  const since = sinceOf(context) ?? 0
  const caughtUp = client.catchUp({ since, types, signal })
  const events: CaughtUpEvent[] = []
  for await (const event of caughtUp) events.push(event)
  const acknowledged = isOn(flags, "failed") ? await acknowledgedBy(context, id) : new Set()
  const pending = events.filter((event) => !acknowledged.has(event.id))
  for (const { sentence } of caughtUp.account?.lost ?? []) context.note(sentence)
  if (pending.length === 0) {
    throw nothingFound(`${url} has missed no event since ${new Date(since).toISOString()}`, "Nothing was sent.")
  }
  if (globals["dry-run"]) {
    await output.rows(pending.map(aboutEvent))
    return exitCodes.ok
  }
  const { timeout = limits.webhookAckTimeout } = globals
  let [isCutNoted, count, failed] = [false, 0, 0]
  const send = async (event: CaughtUpEvent) => {
    const body = Buffer.from(JSON.stringify(bodyOf(event)))
    const signed = signWebhook({ id: event.id, timestamp: Math.floor(io.now() / 1000), body, secret })
    const headers = { "content-type": "application/json", ...signed, "content-length": String(body.length) }
    const about = aboutEvent(event)
    try {
      const { status, isCut } = await post(to, { headers, body, timeout, signal })
      if (isCut && !isCutNoted) context.note(cutText(to))
      isCutNoted ||= isCut
      return { ...about, acknowledged: isAcknowledged(status), status, error: null }
    } catch (error) {
      if (signal.aborted) {
        const hint = `${countText(count - failed)} of ${countText(pending.length)} events were acknowledged, and ${event.id} may have reached the receiver.`
        throw new CliError("Interrupted", exitCodes.interrupted, { cause: error, hint })
      }
      return { ...about, acknowledged: false, status: null, error: reasonOf(error, to) }
    }
  }
  async function* results() {
    for (const event of pending) {
      const result = await send(event)
      count += 1
      if (!result.acknowledged) failed += 1
      yield result
    }
  }
  await output.rows(results(), { isStream: true })
  context.note(`${countText(pending.length - failed)} of ${countText(pending.length)} events of ${url} acknowledged.`)
  return failed === 0 ? exitCodes.ok : exitCodes.failure
}

const aboutEvent = ({ id, type, timestamp }: CaughtUpEvent) => ({ event_id: id, event_type: type, timestamp })

/** The body as the service sent it. One that it never sent says so: its details may be incomplete. */
function bodyOf({ id, type, timestamp, data, source, approximate }: CaughtUpEvent): object {
  return id.startsWith("evt_") ? { type, timestamp, data } : { type, timestamp, data, source, approximate }
}

/** The ids of the events that an endpoint acknowledged. */
async function acknowledgedBy(context: Context, endpoint: number): Promise<ReadonlySet<string>> {
  const client = await context.client()
  const { signal } = context.io
  const deliveries = await client.webhooks.deliveries(endpoint, { limit: 100 }, { signal }).toArray()
  return new Set(deliveries.filter(({ status }) => status === "delivered").map(({ event_id }) => event_id))
}
