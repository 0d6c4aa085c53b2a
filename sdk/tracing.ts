/** What the contexts of all channels have. The same object is given to `start`, `end`, `asyncStart`, `asyncEnd` and `error`. */
interface Traced {
  /**
   * A subscriber of `start` may set it: it is called with the work and runs it, within a context of its own, such as one in
   * which a span is active. The work is done once, and is done even if this throws or does not run it.
   */
  around?: ((work: () => unknown) => void) | undefined
}

/** An error as channels have it: what it says, never what it carries. */
export interface TracedError {
  readonly name: string
  readonly message: string
  /** The system's or the service's code, where there is one. */
  readonly code?: number | string | undefined
  readonly stack?: string | undefined
}

/** The context of the tracing channel `mas-sdk:call`: one call, all its attempts together. */
export interface TracedCall extends Traced {
  /** The endpoint's name, such as `messages.send`; undefined where the caller gave a method and a path. */
  readonly operation: string | undefined
  readonly method: string
  /** The endpoint's path with its parameters in braces; where the caller gave a path, that one, without query and secrets. */
  readonly path: string
  /** SHA-256 of the idempotency key, in hexadecimal digits; undefined without one, and before it is known. */
  readonly idempotencyKeyHash: string | undefined
  /** From `asyncStart` on: the status that was answered last; undefined when no answer came. */
  readonly status?: number | undefined
  /** From `error` on: why it failed. */
  readonly error?: TracedError | undefined
}

/** The context of the tracing channel `mas-sdk:attempt`: one request on its way, redirects included. */
export interface TracedAttempt extends TracedCall {
  /** From 1. */
  readonly attempt: number
  /** Where it goes to, without the query; secrets in the path are replaced. */
  readonly url: string
  /** Empty: what a subscriber of `start` puts here is sent along, such as `traceparent`. Header rules as for `ClientOptions.headers`. */
  readonly headers: Record<string, string>
}

/** The context of the tracing channel `mas-sdk:webhook`: one request to a webhook handler. */
export interface TracedWebhook extends Traced {
  /** The `webhook-id`, once the signature was found right. */
  id?: string
  /** The event's type, likewise. */
  type?: string
  /** From `asyncStart` on: what is answered. */
  status?: number | undefined
  /** From `error` on: the WebhookVerificationError of a refused request, or what `onEvent` threw. */
  error?: unknown
}

interface Channel<Context> {
  publish(context: Context): void
  runStores<Given extends unknown[], T>(
    context: Context,
    run: (...given: Given) => T,
    self: undefined,
    ...given: Given
  ): T
}

type Step = "start" | "end" | "asyncStart" | "asyncEnd" | "error"
type Listeners<Context> = Readonly<Record<Step, (context: Context) => void>>

/** What is used of a `TracingChannel` of Node. */
export interface TracingChannel<Context> extends Record<Step, Channel<Context>> {
  readonly hasSubscribers?: boolean
  subscribe(listeners: Listeners<Context>): void
  unsubscribe(listeners: Listeners<Context>): unknown
}

/** The tracing channel of a name; undefined where the platform has none, which is everywhere but on Node and its kin. */
export function tracingChannel<Context extends object>(name: string): TracingChannel<Context> | undefined {
  return globalThis.process?.getBuiltinModule?.("node:diagnostics_channel")?.tracingChannel?.(`mas-sdk:${name}`)
}

/** A tracing channel that is made when it is first asked for: making it takes a tenth of the time in which the client loads. */
export class LateChannel<Context extends object> {
  readonly #name: string
  #channel: TracingChannel<Context> | undefined

  constructor(name: string) {
    this.#name = name
  }

  get channel(): TracingChannel<Context> | undefined {
    this.#channel ??= tracingChannel(this.#name)
    return this.#channel
  }

  /** True where a trace is worth making. */
  get listened(): boolean {
    return this.channel?.hasSubscribers ?? false
  }
}

/** A context in the making. */
interface Trace extends Traced {
  status?: number | undefined
  error?: unknown
  /** Keeps what may be told of an error; without it, that is the error itself. */
  fail?(error: unknown): void
}

/** What is traced gives its status, and its error where it failed without rejecting. */
interface Outcome {
  readonly status?: number
  readonly error?: unknown
}

/**
 * Runs something with its trace told, and gives its own promise. Only for who listens: else every call would pay for it. By
 * hand and not by `tracePromise`, which costs three times as much, and shows the channel what the caller gets.
 */
export function traced<Context extends Trace, T extends Outcome | object>(
  { channel }: LateChannel<Context>,
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
  // Before whatever the caller does then, and without another promise for the caller to wait for.
  running.then((result) => {
    if ("status" in result) trace.status = result.status
    settle("error" in result ? result.error : undefined)
  }, settle)
  return running
}

/** Runs something as a subscriber of its start has asked for: a function without closures, for most ask for nothing. */
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
    // Looking on changes nothing: the work is done all the same.
  }
  return work()
}
