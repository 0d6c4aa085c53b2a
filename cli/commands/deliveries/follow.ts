import { setTimeout as pause } from "node:timers/promises"
import type { WebhookDelivery } from "../../../sdk/contract/webhooks.ts"
import type { Context } from "../../context.ts"
import type { ExitCode } from "../../errors/exit-codes.ts"
import { numberOf } from "../../line/flag-values.ts"
import { showAsTheyCome, shownBefore } from "../../mock/follow.ts"
import { isLoopback } from "../../profile/address.ts"
import { type PreparedCall, prepareCall } from "../prepared-call.ts"
import { deliveryLine } from "./time-line.ts"

/** Milliseconds between looks: each is a request of the service. */
const pauses = { local: 2_000, service: 5_000 }

/** Rows of a page: mostly few are new, and each holds a body. */
const pageSize = 20

/** The newest deliveries, then each new one as it comes, until Ctrl-C (130). */
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
  /** How many there already are that are shown first. */
  readonly before: number
  readonly wait: () => Promise<unknown>
  readonly signal: AbortSignal
}

/** Each delivery once, in the order in which they were made: when it was tried, or at the second look where it was not. */
export async function* newDeliveries(
  read: Read,
  { before, wait, signal }: Following,
): AsyncGenerator<WebhookDelivery, void, undefined> {
  let last = 0
  let untried = 0
  let limit = before
  while (!signal.aborted) {
    const found = await read(last, limit).catch((error: unknown) => {
      if (signal.aborted) return []
      throw error
    })
    for (const delivery of found.toReversed()) {
      if (delivery.attempts === 0 && delivery.status === "pending" && delivery.id > untried) {
        untried = found[0]?.id ?? delivery.id
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
  const found: WebhookDelivery[] = []
  let floor = after
  for await (const delivery of requester.list<WebhookDelivery>(name, { ...input, query }, options)) {
    // A mock server that began anew counts from 1 again.
    if (found.length === 0 && delivery.id < after) floor = 0
    if (delivery.id <= floor || found.length >= limit) break
    found.push(delivery)
  }
  return found
}
