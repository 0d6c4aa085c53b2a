import { MasError } from "../base/mas-error.ts"
import type { RawBody } from "./body.ts"
import { concurrencyLimit } from "./concurrency-limit.ts"
import { WebhookVerificationError, type WebhookVerificationReason } from "./errors.ts"
import type { WebhookEvent } from "./events.ts"
import { readOptions, type WebhookHandlerOptions } from "./handler-options.ts"
import { areMicrotasksHeld, heldBody } from "./held-microtasks.ts"
import { requireEvent, type VerifyWebhookOptions, type WebhookHeaders } from "./message.ts"
import { reportError } from "./report-error.ts"
import { secretReader, type WebhookSecret } from "./secret.ts"
import { errorText } from "./set-aside.ts"
import type { WebhookClaim, WebhookStore } from "./store.ts"

interface Incoming {
  readonly method?: string | undefined
  readonly headers: WebhookHeaders
}

/** Handles a request. `readBody` resolves with undefined for a body over `max` bytes. Calls `verified` with the event. */
export type Receiver = (
  request: Incoming,
  readBody: (max: number) => Promise<RawBody | undefined>,
  verified?: (event: WebhookEvent) => void,
) => Promise<Reply>

export interface Reply {
  status: number
  text: string
  headers: Record<string, string>
  /** Why it failed, for tracing. */
  error?: unknown
}

/** The end of the lease of an event that is being handled, in milliseconds since 1970, and its response. */
type Running = readonly [end: number, response: Promise<Reply>]

/** Sent with every response; `Allow` is required for a 405 and correct for the others. */
const headers = { Allow: "POST", "Content-Type": "text/plain; charset=utf-8" }

type Verify = (
  body: RawBody,
  headers: WebhookHeaders,
  secret: WebhookSecret,
  options: VerifyWebhookOptions,
) => WebhookEvent | Promise<WebhookEvent>

/** The status of a refusal: 500 if the receiver's program is at fault and the service should retry. */
const statusOf: Partial<Record<WebhookVerificationReason, number>> = {
  method_not_allowed: 405,
  body_too_large: 413,
  raw_body_required: 500,
  invalid_secret: 500,
}

/** A failure that is reported only to `onError`: it is routine, or any client can cause it. */
class Unavailable extends MasError {
  constructor(
    readonly text: string,
    message: string,
  ) {
    super(message)
  }
}

/** Marks a timer as a time limit: a simulation does not wait for it. */
const timeLimit = Symbol.for("mas-sdk.timeLimit")

/** The common part of all handlers, from reading a request to its response. */
export function createReceiver<Tx, InTransaction extends boolean>(
  options: WebhookHandlerOptions<Tx, InTransaction>,
  verify: Verify,
): Receiver {
  const { onEvent, onError, timeout, lease, maxBodyBytes, store, transact, maxConcurrent, retryAfter, setAside } =
    readOptions(options)
  const secret = secretReader(options.secret)
  const running = new Map<string, Running>()
  const acquireSlot = concurrencyLimit(maxConcurrent, lease)
  const later = { ...headers, "Retry-After": `${retryAfter}` }

  function say(status: number, text: string, error?: unknown): Reply {
    return { status, text, headers: status === 503 ? later : headers, error }
  }

  return ({ method, headers }, readBody, verified) => {
    const began = Date.now()
    // The first reply wins, even if other work is still awaited.
    let reply: Reply | undefined
    let reported: Promise<unknown> | undefined
    let isRead = false
    const response = new Promise<Reply>((resolve) => {
      // A promise that never settles must delay neither the response nor the retries.
      const timer = timeout && setTimeout(() => resolve(stop()), timeout)
      // A real timer keeps the process alive until the response is sent. Simulated time does not wait for a limit.
      Object(timer)[timeLimit]?.()
      receive()
        .catch(fail)
        .finally(() => reported)
        .then(resolve)
        .finally(() => clearTimeout(timer))
    })
    return response

    function stop(): Reply {
      secret.forgetPending()
      const text = !isRead && areMicrotasksHeld() ? `The body ${heldBody}` : "The webhook handler took too long"
      return fail(new MasError(text), 503)
    }

    async function receive(): Promise<Reply> {
      if (method !== "POST") throw new WebhookVerificationError("method_not_allowed", "POST only")
      const body = await readBody(maxBodyBytes)
      isRead = true
      if (body === undefined) {
        const size = `is too large: over ${maxBodyBytes} bytes (maxBodyBytes)`
        const text = `The body ${areMicrotasksHeld() ? heldBody : size}`
        throw new WebhookVerificationError("body_too_large", text)
      }
      const event = await verify(body, headers, await secret.read(), options)
      requireEvent(event)
      verified?.(event)
      const { id } = event
      if (store) {
        // Duplicates that arrive while the first is being handled wait for it and share its response. If the platform killed the
        // first and its timeout, as Workers do when a client disconnects, it is taken over as after a crash.
        const first = running.get(id)
        if (first && first[0] > Date.now()) return first[1]
        running.set(id, [Date.now() + lease, response])
        response.then(() => running.delete(id))
      }
      const leave = await acquireSlot()
      if (!leave) {
        throw new Unavailable(
          "Busy",
          `${id} must be retried: maxConcurrent is ${maxConcurrent}, and as many events are being handled`,
        )
      }
      try {
        // The slot came too late.
        if (reply) return reply
        return await (store ? handleOnce(event, store) : handle(event))
      } finally {
        leave()
      }
    }

    async function handle(event: WebhookEvent): Promise<Reply> {
      try {
        await onEvent(event, {})
      } catch (error) {
        return (await putAside(event, error)) ?? fail(error)
      }
      return say(200, "OK")
    }

    /** The reply to an event that failed too often; undefined for one that should be retried. */
    async function putAside(event: WebhookEvent, error: unknown): Promise<Reply | undefined> {
      if (!setAside) return undefined
      const { after, store } = setAside
      try {
        if ((await store.fail(event, { error: errorText(error), after })) < after) return undefined
      } catch (storeError) {
        // Reported beside the error of `onEvent`: the event is retried, but could not be set aside.
        fail(storeError)
        return undefined
      }
      const aside = say(200, "Set aside", error)
      reply ??= aside
      fail(error)
      return aside
    }

    async function handleOnce(event: WebhookEvent, store: WebhookStore): Promise<Reply> {
      const { id } = event
      if (transact) {
        // Frees the connection or lock after the timeout; 10 ms later, so that the response is that of the timeout.
        const remainingMs = timeout ? Math.max(timeout - (Date.now() - began), 0) + 10 : lease
        let failed: { readonly error: unknown } | undefined
        let hasBegun = false
        const work = async (tx: Tx) => {
          hasBegun = true
          try {
            await onEvent(event, { tx })
          } catch (error) {
            failed = { error }
            throw error
          }
        }
        try {
          return replyForClaim(id, await transact(id, work, { lease: remainingMs }))
        } catch (error) {
          const isTooLate = !failed && Object(error).name === "TimeoutError"
          // Work that was rolled back because it took too long has failed, too; a wait for a connection has not.
          const cause = failed ?? (isTooLate && hasBegun ? { error } : undefined)
          const aside = cause && (await putAside(event, cause.error))
          // The transaction's limit can end before the response's: a busy process starts both timers late.
          if (!aside && isTooLate) return fail(error, 503)
          if (!aside) throw error
          await transact(id, () => {}, { lease: remainingMs })
          return aside
        }
      }
      const claim = await store.claim(id, { lease })
      if (claim.state !== "mine") return replyForClaim(id, claim.state)
      try {
        await onEvent(event, {})
      } catch (error) {
        const aside = await putAside(event, error)
        const result = aside ?? fail(error)
        await (aside ? store.complete(id, claim.owner) : store.release(id, claim.owner))
        return result
      }
      // Handled but not recorded is still handled: a 500 would only cause a retry.
      reply = replyForClaim(id, "mine")
      if (!(await store.complete(id, claim.owner)))
        throw new MasError(`${id} outlived its lease: it may be handled twice`)
      return reply
    }

    function replyForClaim(id: string, state: WebhookClaim["state"]): Reply {
      if (state === "mine") return say(200, "OK")
      if (state === "done") return say(200, "OK, again")
      if (state === "busy") {
        // Also by this process: after the timeout an attempt goes on.
        const text = `${id} is still being handled, by another process or an earlier attempt`
        throw new Unavailable("Being handled", text)
      }
      throw new MasError(`store.claim responded with ${state}`)
    }

    /** Reports an error without waiting for the report, and returns the reply. */
    function fail(error: unknown, failureStatus = 500): Reply {
      const isRefused = error instanceof WebhookVerificationError
      const status = isRefused ? (statusOf[error.reason] ?? 400) : error instanceof Unavailable ? 503 : failureStatus
      const isQuiet = (isRefused && status < 500) || error instanceof Unavailable
      reported = Promise.all([reported, reportError(error, onError, isQuiet)])
      reply ??= say(status, textOf(error), error)
      return reply
    }
  }
}

/** The response text: it reveals nothing about an error of the receiver's own program. */
function textOf(error: unknown): string {
  if (error instanceof Unavailable) return error.text
  return error instanceof WebhookVerificationError ? error.message : "The webhook handler failed"
}
