import { setTimeout as pause } from "node:timers/promises"
import type { WebhookDelivery } from "../../../sdk/contract/webhooks.ts"
import type { Context } from "../../connection/context.ts"
import { isLoopback } from "../../connection/profile/address.ts"
import { numberOf } from "../../line/flag-values.ts"
import { showAsTheyCome, shownBefore } from "../../runners/follow.ts"
import { type PreparedCall, prepareCall } from "../../runners/prepared-call.ts"
import type { ExitCode } from "../../terminal/errors/exit-codes.ts"
import { deliveryLine } from "./delivery-time-line.ts"

/** Milliseconds between polls: each is an API request. */
const pauses = { local: 2_000, service: 5_000 }

/** Rows per page: usually few are new, and each contains a body. */
const pageSize = 20

/** Prints the newest deliveries, then each new one, until Ctrl-C (130). */
export async function followDeliveries(context: Context): Promise<ExitCode> {
  const { signal } = context.io
  const call = await prepareCall(context)
  const { baseUrl = "" } = await context.profile()
  const pauseFor = isLoopback(baseUrl) ? pauses.local : pauses.service
  const wait = () => pause(pauseFor, undefined, { signal }).catch(() => {})
  const rows = newDeliveries((after, limit) => readAfter(context, call, { after, limit }), {
    before: numberOf(context.flags, "limit") ?? shownBefore,
    wait,
    signal,
  })
  return showAsTheyCome(context, rows, { columns: context.command.endpoint?.columns, line: deliveryLine })
}

/** Reads the deliveries with a higher id, newest first, up to a limit. */
type Read = (after: number, limit: number) => Promise<WebhookDelivery[]>

interface Following {
  /** How many existing deliveries to show first. */
  readonly before: number
  readonly wait: () => Promise<unknown>
  readonly signal: AbortSignal
}

/** Yields each delivery once, in order of creation: when it was attempted, otherwise at the second poll. */
export async function* newDeliveries(
  read: Read,
  { before, wait, signal }: Following,
): AsyncGenerator<WebhookDelivery, void, undefined> {
  let last = 0
  let untried = 0
  let limit = before
  while (!signal.aborted) {
    const events = await read(last, limit).catch((error: unknown) => {
      if (signal.aborted) return []
      throw error
    })
    for (const delivery of events.toReversed()) {
      if (delivery.attempts === 0 && delivery.status === "pending" && delivery.id > untried) {
        untried = events[0]?.id ?? delivery.id
        break
      }
      last = delivery.id
      yield delivery
    }
    limit = Number.POSITIVE_INFINITY
    await wait()
  }
}

async function readAfter(
  context: Context,
  { name, input, options }: PreparedCall,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<WebhookDelivery[]> {
  const requester = await context.requester()
  const query = { ...input.query, limit: Math.min(limit, pageSize) }
  const deliveries: WebhookDelivery[] = []
  let floor = after
  for await (const delivery of requester.list<WebhookDelivery>(name, { ...input, query }, options)) {
    // A restarted mock server counts from 1 again.
    if (deliveries.length === 0 && delivery.id < after) floor = 0
    if (delivery.id <= floor || deliveries.length >= limit) break
    deliveries.push(delivery)
  }
  return deliveries
}
