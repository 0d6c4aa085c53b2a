import { headerNames } from "../../contract/core/headers.ts"
import { type CountedRecipient, countedRecipients, hashOf } from "../../sending/ceilings/counted-recipients.ts"
import { type CeilingOptions, type Ceilings, readCeilings } from "../../sending/ceilings/options.ts"
import { type CeilingRefusal, SendCeilingError } from "../../sending/ceilings/send-ceiling-error.ts"
import type { OutgoingCall } from "../../sending/recipients/outgoing-call.ts"
import { recipientsOf } from "../../sending/recipients/recipients-of.ts"
import {
  type CeilingReply,
  type CeilingStore,
  type CeilingUse,
  longestLease,
  type SendingStop,
  type SendLimit,
} from "../../stores/ceiling.ts"
import { memoryCeiling } from "../../stores/memory-ceiling.ts"
import { ConnectionError, type FailedRequest, type RequestError } from "../errors.ts"
import { ignoreErrors } from "../hooks.ts"
import { isError } from "../transport/fields.ts"
import type { TransportResponse } from "../transport/transport.ts"
import { isRefused } from "../verdict.ts"
import type { Failure } from "./attempt.ts"
import type { Call } from "./call.ts"
import { environmentStore } from "./ceiling-store.ts"
import { ceilingOwner } from "./client-ceiling.ts"
import { storeReply } from "./host.ts"

/** A checked ceiling and its store. */
export interface ActiveCeiling {
  readonly ceilings: Ceilings
  readonly store: CeilingStore
}

const active = new WeakMap<CeilingOptions, ActiveCeiling>()
/** The store of all clients of this process that have none. */
let ofProcess: CeilingStore | undefined

/** The ceiling of some options. @throws InvalidArgumentError if they are invalid. */
export function activeCeiling(options: CeilingOptions): ActiveCeiling {
  const cached = active.get(options)
  if (cached) return cached
  const ceilings = readCeilings(options)
  ofProcess ??= memoryCeiling()
  const store = options.store ?? environmentStore(ceilings.source) ?? ofProcess
  const checked = { ceilings, store }
  active.set(options, checked)
  return checked
}

/** The room of one attempt. */
export interface Room {
  /** Takes it. Rejects with the call's error if the attempt may not be sent. */
  readonly take: () => Promise<void>
  /** Why it was not given. */
  readonly refusal: RequestError | undefined
  /** Says what became of the attempt. What the store gives afterwards is given back. */
  settle(result: TransportResponse | Failure): Promise<void>
}

/** Milliseconds after which to look again whether sending is stopped. */
const stopRetry = 60_000
/** Milliseconds of an attempt without a limit. */
const endless = 600_000

/** The room that an attempt needs; undefined if it reaches nobody. `id` is the same for all repeats, `request` is for errors. */
export function roomFor(call: Call, id: string, request: FailedRequest): Room | undefined {
  const { settings, target, shownPath, body, headers } = call
  const { ceiling, clock, host, logger } = settings
  if (!ceiling) return undefined
  const { ceilings, store } = activeCeiling(ceiling.options)
  const { total, perRecipient, source } = ceilings
  const label = `${target.name ?? `${target.method} ${shownPath}`} was not sent`
  const outgoing: OutgoingCall = {
    method: target.method,
    path: call.path.slice(settings.basePath.length),
    headers,
    body,
  }
  const within = <T>(step: () => Promise<T>): Promise<T> => storeReply(host, step)
  const stopError = ({ reason, since }: SendingStop) => {
    const why = `sending is stopped since ${new Date(since).toISOString()}${reason ? `: ${reason}` : ""}`
    const advice = `It goes on with \`mas sending start\` or mas.sending.start(), for ${store.sharedBy}`
    const retryAt = new Date(clock.now() + stopRetry)
    return new SendCeilingError(`${label}: ${why}. ${advice}`, request, { ceiling: "stop", source }, retryAt)
  }
  let refusal: RequestError | undefined
  /** A room whose `take` asks the store by `step`, which resolves with the reason if there is none. */
  const roomOf = (step: () => Promise<RequestError | undefined>, settle: Room["settle"]): Room => ({
    async take() {
      refusal = await within(step).catch((error: unknown) => {
        const reason = isError(error) ? error.message : String(error)
        const advice = `Nothing is sent until its store works again (${store.sharedBy}), or without the ceiling (${source})`
        const message = `${label}: its ceiling failed: ${reason}. ${advice}`
        return new ConnectionError(message, request, { neverSent: true, cause: error })
      })
      if (refusal) throw refusal
    },
    get refusal() {
      return refusal
    },
    settle,
  })
  if (total === undefined && perRecipient === undefined) {
    const { reach, doubt } = recipientsOf(outgoing)
    if (reach === "nobody" && !doubt) return undefined
    const step = async () => {
      const stop = await store.stopped()
      return stop && stopError(stop)
    }
    return roomOf(step, async () => {})
  }

  const { path } = outgoing
  const asRequest = { method: target.method, path: shownPath, attempts: 0, idempotencyKey: call.idempotencyKey }
  const { name, recipients } = countedRecipients(outgoing, ceilings, (why, recipient) => {
    throw new SendCeilingError(`${label}: ${why} (${source})`, asRequest, { ceiling: "recipients", recipient, source })
  })
  if (recipients.length === 0) return undefined
  const isUnseen = recipients.some(({ key }) => key === "")
  const use: CeilingUse = {
    budget: hashOf(ceiling.owner),
    // A key counts in its own brand and account.
    id: hashOf(JSON.stringify([name, path, id, headers[headerNames.brand], headers[headerNames.account]])),
    recipients: recipients.map(({ key, count }) => ({ key, count })),
    perRecipient: isUnseen ? undefined : perRecipient,
    total,
    // A request can arrive after its client has given it up.
    lease: Math.min(2 * (call.timeout || endless), longestLease),
  }
  const refuse = (text: string, why: Omit<CeilingRefusal, "source">, retryAt?: Date) =>
    new SendCeilingError(`${label}: ${text} (${source})`, request, { source, ...why }, retryAt)
  let isTaken = false
  let isOver = false
  const step = async () => {
    const needed = recipients.reduce((sum, { count }) => sum + count, 0)
    if (total && needed > total.count) {
      const text = `it reaches ${needed} people, and the ceiling is ${inWords(total)} for all: it can never pass`
      return refuse(text, { ceiling: "total", limit: total.count, window: total.ms, used: 0 })
    }
    const reply = await store.take(use)
    if (reply.state === "taken") {
      isTaken = !isOver && !refusal
      // After its time limit, or the end of the call, it is given back. If that fails, it stays counted.
      if (!isTaken) within(() => store.settle(use, false)).catch(() => {})
      return undefined
    }
    if (reply.state === "stopped") return stopError(reply)
    const { ceiling: kind, used } = reply
    const limit = kind === "total" ? total : perRecipient
    const retryAt = new Date(clock.now() + reply.wait)
    const recipient = kind === "total" ? undefined : recipientOf(recipients, reply)?.text
    const whose = recipient === undefined ? "for all" : `for ${recipient}`
    const text = `the ceiling of ${limit && inWords(limit)} ${whose} is reached: ${used} count, there is room at ${retryAt.toISOString()}`
    return refuse(text, { ceiling: kind, recipient, limit: limit?.count, window: limit?.ms, used }, retryAt)
  }
  return roomOf(step, async (result) => {
    isOver = true
    if (!isTaken) return
    const fate = fateOf(result)
    try {
      // Without a response it may still be on its way: it counts for another lease, as this program may have stood still.
      await within<unknown>(() => (fate === "unknown" ? store.take(use) : store.settle(use, fate === "sent")))
    } catch (error) {
      // It stays counted.
      ignoreErrors(() => logger?.warn?.("the ceiling's store failed after a send", { error: String(error) }))
    }
  })
}

/** How many people count now in a total, read by asking for more than it can ever leave room for; undefined while sending is stopped. */
export async function usedOf(
  store: CeilingStore,
  total: SendLimit,
  sender: { readonly origin: string; readonly credential: string | undefined; readonly account: string | undefined },
): Promise<number | undefined> {
  const budget = hashOf(ceilingOwner(sender.origin, sender.credential, sender.account))
  const reply = await store.take({
    budget,
    id: "",
    recipients: [{ key: "", count: total.count + 1 }],
    total,
    lease: 1,
  })
  return reply.state === "full" ? reply.used : undefined
}

const recipientOf = (recipients: readonly CountedRecipient[], reply: CeilingReply & { readonly state: "full" }) =>
  recipients.find(({ key }) => key === reply.key)

/** What became of an attempt, as far as its client knows. */
function fateOf(result: TransportResponse | Failure): "sent" | "unsent" | "unknown" {
  if (!("error" in result)) return "sent"
  const { error, outcome } = result
  if (outcome && "status" in outcome) return isRefused(outcome) ? "unsent" : "sent"
  return error instanceof ConnectionError && error.neverSent ? "unsent" : "unknown"
}

const units = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 }

/** `5/1h` as a user writes it. */
function inWords({ count, ms }: { readonly count: number; readonly ms: number }): string {
  const [unit, length] = Object.entries(units).find(([, one]) => ms % one === 0) ?? ["ms", 1]
  return `${count}/${ms / length}${unit}`
}
