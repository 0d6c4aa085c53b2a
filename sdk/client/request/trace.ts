import { lateChannel, type TracedAttempt, type TracedCall, type TracedError, traced } from "../../base/tracing.ts"
import type { EndpointSpec } from "../../contract/core/endpoint.ts"
import { redactText } from "../../contract/core/redact.ts"
import { builtin } from "../transport/builtin.ts"
import { defineNonEnumerable, fieldReader, isCode, isError, isNumber } from "../transport/fields.ts"
import { mergeHeaders } from "../transport/header-values.ts"
import type { Attempt, Success } from "./attempt.ts"
import type { Call } from "./call.ts"
import { type Target, targetOf } from "./target.ts"

/** The channels of calls and attempts. */
export const callChannel = /* @__PURE__ */ lateChannel<CallTrace>("call")
export const attemptChannel = /* @__PURE__ */ lateChannel<AttemptTrace>("attempt")

/** The trace context of a call. Its key is private, so printing or copying a trace does not expose it. */
export class CallTrace implements TracedCall {
  readonly operation: string | undefined
  readonly method: string
  readonly path: string
  around: TracedCall["around"]
  status: number | undefined
  error: TracedError | undefined
  declare private readonly key: (() => string | undefined) | undefined

  constructor({ name, method, path }: Target) {
    this.operation = name
    this.method = method
    this.path = name === undefined ? redactText(path.replace(/\?.*/, "")) : path
  }

  // Computed on demand: hashing costs more than everything else here.
  get idempotencyKeyHash(): string | undefined {
    const key = this.key?.()
    return key && builtin("node:crypto").createHash("sha256").update(key).digest("hex")
  }

  settle({ idempotencyKey }: Call): void {
    defineNonEnumerable(this, "key", () => idempotencyKey)
  }

  responded({ response }: Success): void {
    this.status = response.status
  }

  /** Copies an error without the key, headers and response body that it carries. */
  fail(error: unknown): void {
    const key = this.key?.()
    const secrets = key ? [key] : []
    const { name, message, stack = "" } = isError(error) ? error : new Error(String(error))
    const field = fieldReader(error)
    this.status ??= field("status", isNumber)
    const code = field("code", isCode)
    this.error = { name, message: redactText(message, secrets), code, stack: redactText(stack, secrets) }
  }
}

/** The trace context of an attempt. Address and headers are computed on demand: subscribers seldom read them. */
class AttemptTrace extends CallTrace implements TracedAttempt {
  readonly attempt: number
  declare private readonly call: () => Call
  declare private readonly added: () => Record<string, string>

  constructor({ call, request }: Attempt) {
    super(call.target)
    this.attempt = request.attempts
    let added: Record<string, string> | undefined
    const headers = () => {
      added ??= {}
      return added
    }
    defineNonEnumerable(this, "call", () => call)
    defineNonEnumerable(this, "added", headers)
    this.settle(call)
  }

  get url(): string {
    const { settings, shownPath } = this.call()
    return settings.origin + settings.basePath + shownPath
  }

  get headers(): Record<string, string> {
    return this.added()
  }

  /** The attempt with the headers that a subscriber added, if any. */
  extend(one: Attempt): Attempt {
    for (const _ in this.added()) return { ...one, headers: mergeHeaders(one.headers, this.headers) }
    return one
  }
}

/** Traces a call. An invalid endpoint fails without a trace. */
export function traceCall<T extends object>(
  endpoint: string | EndpointSpec,
  run: (trace: CallTrace, target: Target) => Promise<T>,
): Promise<T> {
  try {
    const target = targetOf(endpoint)
    return traced(callChannel(), new CallTrace(target), (trace) => run(trace, target))
  } catch (error) {
    return Promise.reject(error)
  }
}

/** Traces an attempt. Subscribers may add headers. */
export function traceAttempt<T extends object>(one: Attempt, run: (extended: Attempt) => Promise<T>): Promise<T> {
  return traced(attemptChannel(), new AttemptTrace(one), (trace) => {
    try {
      return run(trace.extend(one))
    } catch (error) {
      // A refused header fails the attempt, and the trace reports it.
      return Promise.reject(error)
    }
  })
}
