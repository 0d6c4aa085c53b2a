import { MasError } from "../mas-error.ts"
import type { RawBody } from "./body.ts"
import { WebhookVerificationError } from "./errors.ts"
import type { WebhookEvent } from "./events.ts"
import { memoryStore } from "./memory-store.ts"
import { readTime, requireEvent, type VerifyWebhookOptions, type WebhookHeaders } from "./message.ts"
import { keysOf, type WebhookSecret } from "./secret.ts"
import { asStore, type TransactionalStore, type WebhookClaim, type WebhookDedupe, type WebhookStore } from "./store.ts"

/** @typeParam Tx what the store given as `dedupe` has for writes in the transaction that marks an event done. */
export interface WebhookHandlerOptions<Tx = undefined> extends VerifyWebhookOptions {
  /** `whsec_…`, or several while you rotate. Checked when the handler is made. */
  secret: WebhookSecret
  /**
   * Does the work. What it returns is awaited: the service waits 10 seconds, so queue what takes longer. When it throws or
   * rejects, the answer is 500 and the service sends the event again. Spec: Acknowledgement, retries, duplicates.
   *
   * With a store of Postgres or SQLite, what is written by `tx` is committed together with the mark that the event is done:
   * exactly once, whatever crashes. An `onEvent` that takes the event alone is given no transaction, and holds none open.
   */
  onEvent: (event: WebhookEvent, context: WebhookContext<Tx>) => unknown
  /**
   * Milliseconds until the answer, whatever it waits for, below the service's 10 seconds; 0 is for ever. Default 9,000. Then
   * it is 503. An `onEvent` that succeeds later is remembered all the same, if its lease was not taken over.
   */
  timeout?: number | undefined
  /**
   * Where handled ids are remembered: a store that processes share (`mas-sdk/stores`), or for one process anything with `has`
   * and `add`. `false` hands over duplicates too. Default: `memoryStore()`, one for each handler made.
   */
  dedupe?: TransactionalStore<Tx> | WebhookStore | WebhookDedupe | false | undefined
  /**
   * Milliseconds after which another process may take over an event that was begun and not finished, because this one
   * crashed or hangs: longer than `onEvent` may run, and than `timeout`. Until then it is answered with 503. Default: 30
   * seconds more than `timeout`, so that the first retry, a minute later, takes over; none where that is 0: then say it.
   */
  lease?: number | undefined
  /** The largest body taken, in bytes; a larger one is answered with 413. Default 1 MiB, above the largest `email.received`. */
  maxBodyBytes?: number | undefined
  /**
   * Told of every error, awaited before the answer goes out, within `timeout`: a `WebhookVerificationError` for a refused
   * request, else what `onEvent` or the store threw. Without it the latter become process warnings, where there is a process.
   */
  onError?: ((error: unknown) => unknown) | undefined
}

/** What `onEvent` is given beside the event. */
export interface WebhookContext<Tx = undefined> {
  /** For writes that are to happen exactly once: of a store with transactions, and for an `onEvent` that takes a context. */
  readonly tx: Tx
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
  headers: Record<string, string>
  /** Why it is no success, for those who look on. */
  error?: unknown
}

/** The end of the lease of an event that is being handled, in milliseconds since 1970, and the answer to it. */
type Running = readonly [end: number, answer: Promise<Reply>]

/** Sent with every answer; `Allow` matters to a 405 and is true of the others. */
const headers = { Allow: "POST", "Content-Type": "text/plain; charset=utf-8" }

type Verify = (
  body: RawBody,
  headers: WebhookHeaders,
  secret: WebhookSecret,
  options: VerifyWebhookOptions,
) => WebhookEvent | Promise<WebhookEvent>

/** Refuses what is not of a kind, which begins with its type: when the handler is made, not with one event after the other. */
function mustBe(kind: string, options: Readonly<Record<string, unknown>>, least = 0): void {
  for (const name in options) {
    const value = options[name]
    if (!kind.startsWith(typeof value) || (typeof value === "number" && !(value - least >= 0)))
      throw new MasError(`${name} must be a ${kind}`)
  }
}

/** What both handlers do between reading a request and answering it. */
export function createReceiver<Tx>(options: WebhookHandlerOptions<Tx>, verify: Verify): Receiver {
  const {
    secret,
    onEvent,
    onError,
    timeout = 9_000,
    lease = timeout && timeout + 30_000,
    maxBodyBytes = 2 ** 20,
    toleranceSeconds = 0,
    now = 0,
    dedupe = memoryStore(),
    ...others
  } = options
  for (const name in others) throw new MasError(`${name} is not an option`)
  mustBe("function", { onEvent, onError: onError ?? onEvent })
  mustBe("number, 0 or more", { timeout, maxBodyBytes, toleranceSeconds })
  mustBe("number above timeout", { lease }, timeout + 1)
  readTime(typeof now === "function" ? 0 : now)
  keysOf(secret)
  const store = dedupe !== false && asStore<Tx>(dedupe)
  const running = new Map<string, Running>()
  // Who is busy or hangs has the event until its lease runs out; one without end is no number of seconds.
  const later = { ...headers, "Retry-After": `${Math.min(Math.ceil(lease / 1_000), 2e9)}` }

  function say(status: number, text: string, error?: unknown): Reply {
    return { status, text, headers: status === 503 ? later : headers, error }
  }

  function found(state: WebhookClaim["state"]): Reply {
    if (state === "mine") return say(200, "OK")
    if (state === "done") return say(200, "OK, again")
    if (state === "busy") return say(503, "Being handled")
    throw new MasError(`dedupe said ${state}`)
  }

  return ({ method, headers }, readBody, verified) => {
    // The first that is known is the answer, whoever is waited for after that.
    let reply: Reply | undefined
    let told: Promise<unknown> | undefined
    const answer = new Promise<Reply>((resolve) => {
      // What never settles must hold up neither the answer nor the retries. A timer for much longer would go off at once.
      const timer =
        timeout && timeout < 2e9
          ? setTimeout(() => resolve(fail(new MasError("The webhook handler took too long"), 503)), timeout)
          : 0
      // What waits for a limit alone waits for nothing: a process may end, and simulated time not go by for it.
      if (timer && typeof timer === "object") timer.unref?.()
      receive()
        .catch(fail)
        .finally(() => told)
        .then(resolve)
        .finally(() => clearTimeout(timer))
    })
    return answer

    async function receive(): Promise<Reply> {
      if (method !== "POST") return say(405, "POST only")
      const body = await readBody(maxBodyBytes)
      if (body === undefined) return say(413, "The body is too large")
      const event = await verify(body, headers, secret, options)
      requireEvent(event)
      verified?.(event)
      if (!store) {
        // Where there is no transaction, `Tx` is undefined.
        await onEvent(event, {} as WebhookContext<Tx>)
        return found("mine")
      }
      const { id } = event
      // Copies that arrive while the first is being handled wait for it and share its answer. There is none where the
      // platform ended the first and its time limit, as Workers do when a client goes away: that is taken over like a crash.
      const first = running.get(id)
      if (first && first[0] > Date.now()) return first[1]
      running.set(id, [Date.now() + lease, answer])
      answer.then(() => running.delete(id))
      if (store.transact && onEvent.length !== 1) {
        return found(await store.transact(id, (tx) => onEvent(event, { tx }), { lease }))
      }
      const claim = await store.claim(id, { lease })
      if (claim.state !== "mine") return found(claim.state)
      try {
        await onEvent(event, {} as WebhookContext<Tx>)
      } catch (error) {
        const failed = fail(error)
        await store.release(id, claim.owner)
        return failed
      }
      // Handled but not remembered is still handled: a 500 would only bring it back.
      reply = found("mine")
      if (!(await store.complete(id, claim.owner)))
        throw new MasError(`${id} outlived its lease: it may be handled twice`)
      return reply
    }

    /** Begins to tell of an error, on which the answer must not depend, and gives the answer. */
    function fail(error: unknown, status = 500): Reply {
      const refused = error instanceof WebhookVerificationError
      // A body parsed too early is the receiver's own mistake: the service shall send the event again.
      const isForged = refused && error.reason !== "raw_body_required"
      const tell = async () =>
        onError ? onError(error) : isForged || globalThis.process?.emitWarning?.(String(Object(error).stack ?? error))
      told = Promise.all([told, tell().catch(() => {})])
      reply ??= say(isForged ? 400 : status, refused ? error.message : "The webhook handler failed", error)
      return reply
    }
  }
}
