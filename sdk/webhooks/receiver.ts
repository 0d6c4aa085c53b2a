import { MasError } from "../mas-error.ts"
import type { RawBody } from "./body.ts"
import { memoryDedupe, type WebhookDedupe } from "./dedupe.ts"
import { WebhookVerificationError } from "./errors.ts"
import type { WebhookEvent } from "./events.ts"
import type { VerifyWebhookOptions, WebhookHeaders } from "./message.ts"
import { keysOf, type WebhookSecret } from "./secret.ts"

export interface WebhookHandlerOptions extends VerifyWebhookOptions {
  /** `whsec_…`, or several while you rotate. Checked when the handler is made. */
  secret: WebhookSecret
  /**
   * Does the work. What it returns is awaited: the service waits 10 seconds, so queue what takes longer. When it throws or
   * rejects, the answer is 500 and the service sends the event again. Spec: Acknowledgement, retries, duplicates.
   */
  onEvent: (event: WebhookEvent) => unknown
  /**
   * Milliseconds that `onEvent` and the store may take, below the service's 10 seconds; 0 is for ever. Default 9,000. Then
   * the answer is 503, and the retry is handed over anew. An `onEvent` that succeeds later is remembered all the same.
   */
  timeout?: number | undefined
  /** Where handled ids are remembered; `false` hands over duplicates too. Default: `memoryDedupe()`, one for each handler made. */
  dedupe?: WebhookDedupe | false | undefined
  /** The largest body taken, in bytes; a larger one is answered with 413. Default 1 MiB, above the largest `email.received`. */
  maxBodyBytes?: number | undefined
  /**
   * Told of every error, awaited before the answer goes out: a `WebhookVerificationError` for a refused request, else what
   * `onEvent` or the store threw. Without it the latter become process warnings, where there is a process.
   */
  onError?: ((error: unknown) => unknown) | undefined
}

/** A request, whatever the server it came through. */
interface Incoming {
  readonly method?: string | undefined
  readonly headers: WebhookHeaders
}

/** Takes a request, and its raw body: undefined when it is larger than `max` bytes. Tells `verified` of its event. */
export type Receiver = (
  request: Incoming,
  readBody: (max: number) => Promise<RawBody | undefined>,
  verified?: (event: WebhookEvent) => void,
) => Promise<Reply>

export interface Reply {
  status: number
  text: string
  /** Why it is no success, for those who look on. */
  error?: unknown
}

/** Sent with every answer; `Allow` matters to a 405 and is true of the others. */
export const replyHeaders = { Allow: "POST", "Content-Type": "text/plain; charset=utf-8" }

type Verify = (
  body: RawBody,
  headers: WebhookHeaders,
  secret: WebhookSecret,
  options: VerifyWebhookOptions,
) => WebhookEvent | Promise<WebhookEvent>

/** What both handlers do between reading a request and answering it. */
export function createReceiver(options: WebhookHandlerOptions, verify: Verify): Receiver {
  const { secret, onEvent, onError, timeout = 9_000, maxBodyBytes = 1_048_576 } = options
  keysOf(secret)
  const store = options.dedupe ?? memoryDedupe()
  const running = new Map<string, Promise<Reply>>()

  return async ({ method, headers }, readBody, verified) => {
    try {
      if (method !== "POST") return { status: 405, text: "POST only" }
      const body = await readBody(maxBodyBytes)
      if (body === undefined) return { status: 413, text: "The body is too large" }
      const event = await verify(body, headers, secret, options)
      verified?.(event)
      return await (store ? handleOnce(event) : inTime(event))
    } catch (error) {
      return fail(error)
    }
  }

  // Copies that arrive while the first is being handled wait for it and share its answer.
  function handleOnce(event: WebhookEvent): Promise<Reply> {
    const reply = running.get(event.id) ?? inTime(event).finally(() => running.delete(event.id))
    running.set(event.id, reply)
    return reply
  }

  // Work that never settles must not make the retries wait for it, too.
  function inTime(event: WebhookEvent): Promise<Reply> {
    return new Promise((resolve) => {
      const giveUp = () => resolve(fail(new MasError("The webhook handler took too long"), 503))
      const timer = timeout ? setTimeout(giveUp, timeout) : undefined
      // Nothing that a process should stay for.
      timer?.unref?.()
      handle(event)
        .catch(fail)
        .then(resolve)
        .finally(() => clearTimeout(timer))
    })
  }

  async function handle(event: WebhookEvent): Promise<Reply> {
    if (store && (await store.has(event.id))) return { status: 200, text: "OK, again" }
    await onEvent(event)
    try {
      if (store) await store.add(event.id)
    } catch (error) {
      // Handled but not remembered is still handled: a 500 would only bring it back.
      await fail(error)
    }
    return { status: 200, text: "OK" }
  }

  async function fail(error: unknown, status = 500): Promise<Reply> {
    const refused = error instanceof WebhookVerificationError
    // A body parsed too early is the receiver's own mistake: the service shall send the event again.
    const isForged = refused && error.reason !== "raw_body_required"
    try {
      if (onError) await onError(error)
      else if (!isForged) globalThis.process?.emitWarning?.(String(Object(error).stack ?? error))
    } catch {
      // The answer must not depend on who listens.
    }
    return { status: isForged ? 400 : status, text: refused ? error.message : "The webhook handler failed", error }
  }
}
