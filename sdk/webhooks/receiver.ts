import { MasError } from "../mas-error.ts"
import type { RawBody } from "./body.ts"
import { WebhookVerificationError } from "./errors.ts"
import type { WebhookEvent } from "./events.ts"
import { memoryStore } from "./memory-store.ts"
import type { VerifyWebhookOptions, WebhookHeaders } from "./message.ts"
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
   * Milliseconds that `onEvent` and the store may take, below the service's 10 seconds; 0 is for ever. Default 9,000. Then
   * the answer is 503. An `onEvent` that succeeds later is remembered all the same, if its lease was not taken over.
   */
  timeout?: number | undefined
  /**
   * Where handled ids are remembered: a store that processes share (`mas-sdk/stores`), or for one process anything with `has`
   * and `add`. `false` hands over duplicates too. Default: `memoryStore()`, one for each handler made.
   */
  dedupe?: TransactionalStore<Tx> | WebhookStore | WebhookDedupe | false | undefined
  /**
   * Milliseconds after which another process may take over an event that was begun and not finished, because this one
   * crashed or hangs: longer than `onEvent` may run. Until then it is answered with 503. Default: 30 seconds more than
   * `timeout`, so that the first retry, a minute later, takes over.
   */
  lease?: number | undefined
  /** The largest body taken, in bytes; a larger one is answered with 413. Default 1 MiB, above the largest `email.received`. */
  maxBodyBytes?: number | undefined
  /**
   * Told of every error, awaited before the answer goes out: a `WebhookVerificationError` for a refused request, else what
   * `onEvent` or the store threw. Without it the latter become process warnings, where there is a process.
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

/** Sent with every answer; `Allow` matters to a 405 and is true of the others. */
const headers = { Allow: "POST", "Content-Type": "text/plain; charset=utf-8" }

type Verify = (
  body: RawBody,
  headers: WebhookHeaders,
  secret: WebhookSecret,
  options: VerifyWebhookOptions,
) => WebhookEvent | Promise<WebhookEvent>

/** Refuses what is not of a kind, which begins with its type: when the handler is made, not with one event after the other. */
function mustBe(kind: string, options: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (!kind.startsWith(typeof value) || (typeof value === "number" && !(value >= 0)))
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
    lease = timeout + 30_000,
    maxBodyBytes = 1_048_576,
    toleranceSeconds = 0,
    now,
    dedupe = memoryStore(),
    ...others
  } = options
  for (const name in others) throw new MasError(`${name} is not an option`)
  mustBe("function", { onEvent, onError: onError ?? onEvent })
  mustBe("number, 0 or more", { timeout, lease, maxBodyBytes, toleranceSeconds })
  keysOf(secret)
  const store = dedupe !== false && asStore<Tx>(dedupe)
  // Where there is no transaction, `Tx` is undefined.
  const noContext = {} as WebhookContext<Tx>
  const running = new Map<string, Promise<Reply>>()
  // Who is busy or hangs has the event until its lease runs out.
  const later = { ...headers, "Retry-After": `${Math.ceil(lease / 1_000)}` }

  return async ({ method, headers }, readBody, verified) => {
    try {
      if (method !== "POST") return reply(405, "POST only")
      const body = await readBody(maxBodyBytes)
      if (body === undefined) return reply(413, "The body is too large")
      const event = await verify(body, headers, secret, options)
      verified?.(event)
      return await (store ? handleOnce(event) : inTime(event))
    } catch (error) {
      return fail(error)
    }
  }

  function reply(status: number, text: string): Reply {
    return { status, text, headers: status === 503 ? later : headers }
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
      // A timer that is set for longer goes off at once.
      const timer = timeout < 2 ** 31 && timeout ? setTimeout(giveUp, timeout) : undefined
      handle(event)
        .catch(fail)
        .then(resolve)
        .finally(() => clearTimeout(timer))
    })
  }

  async function handle(event: WebhookEvent): Promise<Reply> {
    if (!store) {
      await onEvent(event, noContext)
      return reply(200, "OK")
    }
    const { id } = event
    if (store.transact && onEvent.length !== 1) {
      return found(await store.transact(id, (tx) => onEvent(event, { tx }), { lease }))
    }
    const claim = await store.claim(id, { lease })
    if (claim.state !== "mine") return found(claim.state)
    const { owner } = claim
    try {
      await onEvent(event, noContext)
    } catch (error) {
      await quietly(() => store.release(id, owner))
      throw error
    }
    // Handled but not remembered is still handled: a 500 would only bring it back.
    await quietly(async () => {
      if (!(await store.complete(id, owner))) throw new MasError(`${id} outlived its lease: it may be handled twice`)
    })
    return found("mine")
  }

  function found(state: WebhookClaim["state"]): Reply {
    if (state === "mine") return reply(200, "OK")
    if (state === "done") return reply(200, "OK, again")
    if (state === "busy") return reply(503, "Being handled")
    throw new MasError(`dedupe said ${state}`)
  }

  async function quietly(step: () => unknown): Promise<void> {
    try {
      await step()
    } catch (error) {
      await fail(error)
    }
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
    return { ...reply(isForged ? 400 : status, refused ? error.message : "The webhook handler failed"), error }
  }
}
