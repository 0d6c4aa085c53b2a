import {
  type Attributes,
  type BatchObservableCallback,
  type Context,
  context as contexts,
  createContextKey,
  type MeterProvider,
  metrics,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TracerProvider,
  trace,
} from "@opentelemetry/api"
import {
  type TracedAttempt,
  type TracedCall,
  type TracedError,
  type TracedWebhook,
  tracingChannel,
} from "../base/tracing.ts"
import { version } from "../base/version.ts"
import { visibleLine, visibleText } from "../contract/core/clean-text.ts"
import type { OutboxStats } from "../outbox/index.ts"
import { refuseUnknownOptions } from "../webhooks/store.ts"

/** Options of `traceMas`. */
export interface TraceMasOptions {
  /** The tracer provider. Default: the global provider, whether it is registered before or later. */
  tracerProvider?: TracerProvider | undefined
  /** Whether attempts send the headers of the global propagator, such as `traceparent`. Default true. */
  propagate?: boolean | undefined
}

/**
 * Makes OpenTelemetry spans for every client and webhook handler in this process, by the stable HTTP conventions. A call is an
 * internal span below the active one, each attempt a client span below it. A webhook is a consumer span, active while `onEvent`
 * runs. No span contains a key, a credential, a body or a query.
 *
 * ```ts
 * import { traceMas } from "mas-sdk/otel"
 * const stop = traceMas()
 * ```
 * Call it once. A second call for the same provider replaces the first, even one made by another copy of this package. During an
 * attempt other instrumentation is suppressed: a request has one span and one `traceparent`. Node only: elsewhere it does
 * nothing.
 *
 * @returns a function that stops tracing; open spans still end.
 */
export function traceMas({ tracerProvider, propagate = true, ...others }: TraceMasOptions = {}): () => void {
  refuseUnknownOptions("traceMas", others)
  const provider = tracerProvider ?? trace
  const tracer = provider.getTracer("mas-sdk", version)
  const key = tracerProvider ?? byDefault
  traced.get(key)?.()
  const stops = [
    listen<TracedCall>("call", {
      start: ({ operation, method }) =>
        tracer.startSpan(operation ?? method, { attributes: { "mas.operation": operation } }),
      end: ({ idempotencyKeyHash }) => ({ "mas.idempotency_key_hash": idempotencyKeyHash }),
    }),
    listen<TracedAttempt>("attempt", {
      start: (attempt) =>
        tracer.startSpan(attemptName(attempt), { kind: SpanKind.CLIENT, attributes: aboutAttempt(attempt) }),
      within(active, { headers }) {
        if (propagate) propagation.inject(active, headers)
        return active.setValue(suppressed, true)
      },
      end: responded,
    }),
    listen<TracedWebhook>("webhook", {
      start: () => tracer.startSpan("process webhook", { kind: SpanKind.CONSUMER, attributes: aboutWebhooks }),
      end(webhook, span) {
        if (webhook.type !== undefined) span.updateName(visibleLine(`process ${webhook.type}`))
        return { ...responded(webhook), "messaging.message.id": webhook.id, "mas.event_type": webhook.type }
      },
    }),
  ]
  const stopAll = () => {
    for (const stop of stops) stop()
  }
  traced.set(key, stopAll)
  return stopAll
}

/** Options of `measureOutbox`. */
export interface MeasureOutboxOptions {
  /** The meter provider. Default: the global provider, which must be registered before. */
  meterProvider?: MeterProvider | undefined
  /** Attributes of every value, such as the outbox's table if there are several. */
  attributes?: Attributes | undefined
}

/**
 * Makes OpenTelemetry gauges of an outbox, read at each collection: `mas.outbox.messages` with `mas.outbox.state` `waiting`,
 * `blocked` (until somebody has corrected the cause, such as a revoked key), `scheduled` or `failed`, and `mas.outbox.oldest_age` in seconds. One process is enough: each reads the same table.
 *
 * ```ts
 * import { measureOutbox } from "mas-sdk/otel"
 * const stop = measureOutbox(outbox)
 * ```
 * @returns a function that stops measuring.
 */
export function measureOutbox(
  outbox: { stats(): Promise<OutboxStats> },
  { meterProvider = metrics, attributes, ...others }: MeasureOutboxOptions = {},
): () => void {
  refuseUnknownOptions("measureOutbox", others)
  const meter = meterProvider.getMeter("mas-sdk", version)
  const messages = meter.createObservableGauge("mas.outbox.messages", {
    description: "Messages of the outbox that are not sent",
    unit: "{message}",
  })
  const oldestAge = meter.createObservableGauge("mas.outbox.oldest_age", {
    description: "Age of the oldest message that should have been sent",
    unit: "s",
  })
  // If the database fails, the collection has no values, and reports the error.
  const observe: BatchObservableCallback = async (result) => {
    const { waiting, blocked, scheduled, failed, oldestAge: age } = await outbox.stats()
    for (const [state, count] of Object.entries({ waiting: waiting - blocked, blocked, scheduled, failed }))
      result.observe(messages, count, { ...attributes, "mas.outbox.state": state })
    result.observe(oldestAge, age / 1_000, attributes)
  }
  meter.addBatchObservableCallback(observe, [messages, oldestAge])
  return () => meter.removeBatchObservableCallback(observe, [messages, oldestAge])
}

/** State shared by all copies of this package in a process, such as ES modules and CommonJS. */
interface Shared {
  /** Stops the tracing of a provider: two calls would otherwise make each span twice. */
  readonly stops: WeakMap<object, () => void>
  /** The key of the global provider: each copy of the OpenTelemetry package has its own object for it. */
  readonly byDefault: object
}
const shareName = Symbol.for("mas-sdk.traceMas")
const everywhere = globalThis as { [shareName]?: Shared }
everywhere[shareName] ??= { stops: new WeakMap(), byDefault: {} }
const { stops: traced, byDefault } = everywhere[shareName]

/** The key by which OpenTelemetry packages suppress instrumentation. */
const suppressed = createContextKey("OpenTelemetry SDK Context Key SUPPRESS_TRACING")

const ignore = () => undefined

interface Spans<Message> {
  start(message: Message): Span
  /** The context for the work, if it differs from the context with the span. */
  within?(active: Context, message: Message): Context
  end(message: Message, span: Span): Attributes
}

function listen<Message extends TracedCall | TracedWebhook>(
  name: string,
  { start, within, end }: Spans<Message>,
): () => void {
  const spans = new Map<Message, Span>()
  const channel = tracingChannel<Message>(name)
  let isOver = false
  const listeners = {
    end: ignore,
    asyncStart: ignore,
    error: ignore,
    start(message: Message) {
      if (isOver) return
      const span = start(message)
      spans.set(message, span)
      const active = trace.setSpan(contexts.active(), span)
      const inner = within?.(active, message) ?? active
      message.around = (work) => void contexts.with(inner, work)
    },
    asyncEnd(message: Message) {
      const span = spans.get(message)
      if (!span) return
      span.setAttributes(visibleAttributes(end(message, span)))
      if (message.error !== undefined) fail(span, message)
      span.end()
      spans.delete(message)
      leave()
    },
  }
  /** Listens only to the end of spans that have started. */
  const leave = () => void (isOver && spans.size === 0 && channel?.unsubscribe(listeners))
  channel?.subscribe(listeners)
  return () => {
    isOver = true
    leave()
  }
}

/** A path template has few values and may be part of a span name; a concrete path may not. */
const attemptName = ({ operation, method, path }: TracedAttempt) => (operation ? `${method} ${path}` : method)

function aboutAttempt({ operation, method, path, url, attempt }: TracedAttempt): Attributes {
  const { hostname, port, protocol } = new URL(url)
  return {
    "http.request.method": method,
    "url.full": url,
    "url.template": operation ? path : undefined,
    "server.address": hostname,
    "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
    "http.request.resend_count": attempt > 1 ? attempt - 1 : undefined,
  }
}

const aboutWebhooks: Attributes = {
  "messaging.system": "mas",
  "messaging.operation.name": "process",
  "messaging.operation.type": "process",
}

const responded = ({ status }: { readonly status?: number | undefined }): Attributes => ({
  "http.response.status_code": status,
})

/** The error class as an attribute has few values. For an attempt the response status says the same, so no message is added. */
function fail(span: Span, traced: TracedCall | TracedWebhook): void {
  const { error, status } = traced
  const { name, message } = isNamed(error) ? error : new Error(String(error))
  const isResponse = "attempt" in traced && status !== undefined
  span.setAttribute("error.type", isResponse ? String(status) : visibleLine(name))
  span.setStatus({ code: SpanStatusCode.ERROR, ...(isResponse ? {} : { message: visibleText(message) }) })
}

/** What a webhook's sender or a service wrote is read in logs and terminals. */
const visibleAttributes = (attributes: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, typeof value === "string" ? visibleLine(value) : value]),
  )

const isNamed = (error: unknown): error is TracedError =>
  typeof error === "object" && error !== null && "name" in error && "message" in error
