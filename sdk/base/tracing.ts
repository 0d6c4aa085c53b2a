import { builtinOrNone } from "./platform.ts"

/** The part that all trace contexts share. The same object is passed to `start`, `end`, `asyncStart`, `asyncEnd` and `error`. */
interface Traced {
  /**
   * A subscriber of `start` may set this function to run the work in its own context, for example with an active span. The work
   * runs exactly once, even if the function throws or never calls it.
   */
  around?: ((work: () => unknown) => void) | undefined
}

/** An error as channels publish it: its message and code, without data that it carries. */
export interface TracedError {
  /** The name of the error, such as `TimeoutError`. */
  readonly name: string
  /** The message of the error. */
  readonly message: string
  /** The error code of the system or the service, if there is one. */
  readonly code?: number | string | undefined
  /** Where it was thrown. */
  readonly stack?: string | undefined
}

/** The context of the tracing channel `mas-sdk:call`: one call with all its attempts. */
export interface TracedCall extends Traced {
  /** The endpoint's name, such as `messages.send`; undefined if the caller passed a method and a path. */
  readonly operation: string | undefined
  /** The method of the request. */
  readonly method: string
  /** The endpoint's path with parameters in braces; if the caller gave a path, that path without query and secrets. */
  readonly path: string
  /** SHA-256 of the idempotency key, hexadecimal; undefined without a key, or before it is known. */
  readonly idempotencyKeyHash: string | undefined
  /** From `asyncStart` on: the last response status; undefined when no response arrived. */
  readonly status?: number | undefined
  /** From `error` on: why it failed. */
  readonly error?: TracedError | undefined
}

/** The context of the tracing channel `mas-sdk:attempt`: one HTTP request including redirects. */
export interface TracedAttempt extends TracedCall {
  /** From 1. */
  readonly attempt: number
  /** The address without the query; secrets in the path are replaced. */
  readonly url: string
  /**
   * Empty. Headers that a subscriber of `start` sets here, such as `traceparent`, are sent. Same rules as
   * `ClientOptions.headers`.
   */
  readonly headers: Record<string, string>
}

/** The context of the tracing channel `mas-sdk:webhook`: one request to a webhook handler. */
export interface TracedWebhook extends Traced {
  /** The `webhook-id`, once the signature is verified. */
  id?: string
  /** The event type, once the signature is verified. */
  type?: string
  /** From `asyncStart` on: the response status. */
  status?: number | undefined
  /** From `error` on: the WebhookVerificationError of a refused request, or what `onEvent` threw. */
  error?: unknown
}

interface Channel<Context> {
  publish(context: Context): void
  runStores<Given extends unknown[], T>(
    context: Context,
    run: (...args: Given) => T,
    self: undefined,
    ...args: Given
  ): T
}

type Step = "start" | "end" | "asyncStart" | "asyncEnd" | "error"
type Listeners<Context> = Readonly<Record<Step, (context: Context) => void>>

/** The part of Node's `TracingChannel` that this package uses. */
export interface TracingChannel<Context> extends Record<Step, Channel<Context>> {
  readonly hasSubscribers?: boolean
  subscribe(listeners: Listeners<Context>): void
  unsubscribe(listeners: Listeners<Context>): unknown
}

/** The tracing channel of a name; undefined on platforms without tracing channels. */
export function tracingChannel<Context extends object>(name: string): TracingChannel<Context> | undefined {
  return builtinOrNone("node:diagnostics_channel")?.tracingChannel?.(`mas-sdk:${name}`)
}

/** A tracing channel that is created on first use: creating it takes a tenth of the client's load time. */
export function lateChannel<Context extends object>(name: string): () => TracingChannel<Context> | undefined {
  let channel: TracingChannel<Context> | undefined
  return () => {
    channel ??= tracingChannel(name)
    return channel
  }
}

interface Trace extends Traced {
  status?: number | undefined
  error?: unknown
  /** Reduces an error to its publishable part; without it the error itself is published. */
  fail?(error: unknown): void
}

/** Sets the status, and the error of work that failed without rejecting. */
interface SpanOutcome {
  readonly status?: number
  readonly error?: unknown
}

/**
 * Traces work and returns its own promise. Called only if there is a subscriber. Not `tracePromise`: it costs three
 * times as much and shows the channel the caller's result.
 */
export function traced<Context extends Trace, T extends SpanOutcome | object>(
  channel: TracingChannel<Context> | undefined,
  trace: Context,
  run: (trace: Context) => Promise<T>,
): Promise<T> {
  if (!channel) return run(trace)
  const { start, end, asyncStart, asyncEnd, error: failed } = channel
  const running = start.runStores(trace, within<Context, T>, undefined, trace, run)
  end.publish(trace)
  const settle = (reason: unknown) => {
    if (reason) {
      if (trace.fail) trace.fail(reason)
      else trace.error = reason
      failed.publish(trace)
    }
    asyncStart.publish(trace)
    asyncEnd.publish(trace)
  }
  // Before the caller's own handlers run, and without a second promise that the caller would have to await.
  running.then((result) => {
    if ("status" in result) trace.status = result.status
    settle("error" in result ? result.error : undefined)
  }, settle)
  return running
}

/** Runs work as a subscriber of `start` asked for. Without closures: most subscribers ask for nothing. */
function within<Context extends Trace, T>(trace: Context, run: (trace: Context) => Promise<T>): Promise<T> {
  if (!trace.around) return run(trace)
  let running: Promise<T> | undefined
  const work = () => {
    running ??= run(trace)
    return running
  }
  try {
    trace.around(work)
  } catch {
    // An observer cannot change the outcome: the work runs anyway.
  }
  return work()
}
