import {
  type Attributes,
  type Context,
  context as contexts,
  createContextKey,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TracerProvider,
  trace,
} from "@opentelemetry/api"
import { type TracedAttempt, type TracedCall, type TracedError, type TracedWebhook, tracingChannel } from "./tracing.ts"
import { version } from "./version.ts"
import { refuseOthers } from "./webhooks/store.ts"

/** How `traceMas` makes spans. */
export interface TraceMasOptions {
  /** Where the spans go to. Default: the provider that was registered globally, now or later. */
  tracerProvider?: TracerProvider | undefined
  /** Whether attempts carry headers of the global propagator, such as `traceparent`, to the service. Default true. */
  propagate?: boolean | undefined
}

/**
 * Makes spans of OpenTelemetry of what every client and webhook handler in this process does, by the stable HTTP
 * conventions: an internal span for each call, below the span that is active; below it a client span for each attempt; a
 * consumer span for each webhook, active while `onEvent` runs. No span holds a key, a credential, a body or a query.
 *
 * ```ts
 * import { traceMas } from "mas-sdk/otel"
 * const stop = traceMas()
 * ```
 * Call it once; again for the same provider, it takes the place of the first call, also where another copy of this package made
 * that. Within an attempt other instrumentation is silent, so that no request has two spans or two `traceparent`.
 * Node only: elsewhere it does nothing.
 *
 * @returns what ends it; spans that have begun still end.
 */
export function traceMas({ tracerProvider, propagate = true, ...others }: TraceMasOptions = {}): () => void {
  refuseOthers("traceMas", others)
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
      start: (told) => tracer.startSpan(attemptName(told), { kind: SpanKind.CLIENT, attributes: aboutAttempt(told) }),
      within(active, { headers }) {
        if (propagate) propagation.inject(active, headers)
        return active.setValue(suppressed, true)
      },
      end: answered,
    }),
    listen<TracedWebhook>("webhook", {
      start: () => tracer.startSpan("process webhook", { kind: SpanKind.CONSUMER, attributes: aboutWebhooks }),
      end(told, span) {
        if (told.type !== undefined) span.updateName(`process ${told.type}`)
        return { ...answered(told), "messaging.message.id": told.id, "mas.event_type": told.type }
      },
    }),
  ]
  const stopAll = () => {
    for (const stop of stops) stop()
  }
  traced.set(key, stopAll)
  return stopAll
}

/** What all copies of this package in a process share, such as the ES modules and the CommonJS files. */
interface Shared {
  /** What ends the spans that a provider gets: from two calls, each span would be there twice. */
  readonly stops: WeakMap<object, () => void>
  /** Stands for the provider that was registered globally: each copy of OpenTelemetry's package has another object for it. */
  readonly byDefault: object
}
const shareName = Symbol.for("mas-sdk.traceMas")
const everywhere = globalThis as { [shareName]?: Shared }
everywhere[shareName] ??= { stops: new WeakMap(), byDefault: {} }
const { stops: traced, byDefault } = everywhere[shareName]

/** How OpenTelemetry's own packages tell instrumentation to be silent. */
const suppressed = createContextKey("OpenTelemetry SDK Context Key SUPPRESS_TRACING")

const ignore = () => undefined

/** How the spans of a channel begin and end. */
interface Spans<Told> {
  start(told: Told): Span
  /** The context that the work runs in, when it is not just the one with the span. */
  within?(active: Context, told: Told): Context
  end(told: Told, span: Span): Attributes
}

function listen<Told extends TracedCall | TracedWebhook>(
  name: string,
  { start, within, end }: Spans<Told>,
): () => void {
  const spans = new Map<Told, Span>()
  const channel = tracingChannel<Told>(name)
  let isOver = false
  const listeners = {
    end: ignore,
    asyncStart: ignore,
    error: ignore,
    start(told: Told) {
      if (isOver) return
      const span = start(told)
      spans.set(told, span)
      const active = trace.setSpan(contexts.active(), span)
      const inner = within?.(active, told) ?? active
      told.around = (work) => void contexts.with(inner, work)
    },
    asyncEnd(told: Told) {
      const span = spans.get(told)
      if (!span) return
      span.setAttributes(end(told, span))
      if (told.error !== undefined) fail(span, told)
      span.end()
      spans.delete(told)
      leave()
    },
  }
  /** Only when the spans that have begun are told of their end. */
  const leave = () => void (isOver && spans.size === 0 && channel?.unsubscribe(listeners))
  channel?.subscribe(listeners)
  return () => {
    isOver = true
    leave()
  }
}

/** A template has few values and may be part of a name; a path that the caller gave may not. */
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

const answered = ({ status }: { readonly status?: number | undefined }): Attributes => ({
  "http.response.status_code": status,
})

/** The class of an error has few values; of an attempt, an answer's status says the same, and it needs no words beside it. */
function fail(span: Span, told: TracedCall | TracedWebhook): void {
  const { error, status } = told
  const { name, message } = isNamed(error) ? error : new Error(String(error))
  const isAnswer = "attempt" in told && status !== undefined
  span.setAttribute("error.type", isAnswer ? String(status) : name)
  span.setStatus({ code: SpanStatusCode.ERROR, ...(isAnswer ? {} : { message }) })
}

const isNamed = (error: unknown): error is TracedError =>
  typeof error === "object" && error !== null && "name" in error && "message" in error
