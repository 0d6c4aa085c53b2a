import { MasError, pinClassNames } from "../base/mas-error.ts"
import { isShort, printShort } from "../base/print-error.ts"
import { visibleText } from "../contract/core/clean-text.ts"
import type { CapacityRecovery, RecoveryAction } from "../contract/core/errors.ts"
import {
  defined,
  defineNonEnumerable,
  fieldReader,
  isBoolean,
  isCode,
  isError,
  isNumber,
  isObject,
  isText,
} from "./transport/fields.ts"
import { type HeaderRecord, headerOf, requestIdOf, toHeaders } from "./transport/headers.ts"
import { verdictOf } from "./verdict.ts"

export { type Disposition, MasError } from "../base/mas-error.ts"

/** The request that an error is about. */
export interface FailedRequest {
  /** The method of the request. */
  readonly method: string
  /** Without the query and the path of `baseUrl`; secrets in it are replaced. */
  readonly path: string
  /** Number of attempts, including the failed one; 0 when nothing was sent. */
  readonly attempts: number
  /** The key that was sent. Repeat the call with the same key: it has one effect. */
  readonly idempotencyKey?: string | undefined
}

/** An error that can be logged as JSON. */
class ShownError extends MasError {
  /** Name, message, fields and cause, without the body and the headers. */
  toJSON(): Record<string, unknown> {
    const ownFields = Object.getOwnPropertyNames(this).map((field) => [field, Reflect.get(this, field)] as const)
    const { stack, body, received, ...fields } = Object.fromEntries<unknown>(ownFields)
    return defined({ name: this.name, disposition: this.disposition, ...fields, cause: causeOf(this.cause) })
  }
}

/**
 * An option or argument is invalid; nothing was sent. Two cases appear later: a file that cannot be read to its end, and a
 * download target that cannot be written. Then `cause` says why.
 */
export class InvalidArgumentError extends ShownError {
  constructor(
    /** The option or argument, for example `baseUrl` or `params.id`. */
    readonly argument: string,
    problem: string,
    options?: ErrorOptions,
  ) {
    super(`${argument} ${problem}`, options)
  }
}

/** Node prints these fields of an uncaught error only on request: they are large, or the message already has them. */
export function addFields(error: Error, fields: object, enumerable = false): void {
  for (const [name, value] of Object.entries(fields))
    Object.defineProperty(error, name, { value, enumerable, configurable: true, writable: true })
}

/** A cause without its stack. At most five causes: an error can be its own cause. */
function causeOf(cause: unknown, levels = 5): unknown {
  if (!isError(cause) || levels === 0) return isText(cause) ? cause : undefined
  const { name, message } = cause
  return defined({ name, message, code: fieldReader(cause)("code", isCode), cause: causeOf(cause.cause, levels - 1) })
}

/** Base of the errors about one request. Its fields, JSON and `inspect` output hold no credential and no secret. */
export class RequestError extends ShownError implements FailedRequest {
  /** The method of the request. */
  declare readonly method: string
  declare readonly path: string
  declare readonly attempts: number
  declare readonly idempotencyKey: string | undefined
  /** When to repeat the call, by this machine's clock: as the service asks (`Retry-After` or `retry_at`), or from the `pace`. */
  declare readonly retryAt: Date | undefined

  /** The message may quote the server and end up in a terminal: control characters are escaped. */
  constructor(message: string, request: FailedRequest, options?: ErrorOptions) {
    super(visibleText(message), options)
    const { method, path, attempts, idempotencyKey } = request
    addFields(this, { method, path, attempts, idempotencyKey })
  }
}
printShort(RequestError)

/** The fields of an error response. Any of them may be missing or have another type. Spec: Errors. */
export interface ErrorResponse {
  /** The response status. */
  readonly status: number
  readonly headers: HeaderRecord
  /** The parsed body, or its text if it is not JSON; secrets are replaced. */
  readonly body: unknown
  /** The problem. */
  readonly message: string
  /** The service's message, or this error's message if the service sent none. */
  readonly detail?: string | undefined
  /** When the service asks for the next attempt, by this machine's clock. */
  readonly retryAt?: Date | undefined
}

/** The service responded with an error status. Spec: Errors. */
export class APIError extends RequestError {
  /** The response status. */
  readonly status: number
  /** The service's whole message; the error's own `message` has at most five lines of it. */
  declare readonly detail: string
  /** The HTTP status, or a string such as `idempotency_conflict`. */
  declare readonly code: number | string
  /** The machine-readable reason, for example `validation_error`. */
  readonly errorCode: string | undefined
  /** Field names and their problems. */
  declare readonly validationErrors: Readonly<Record<string, string[]>> | undefined
  /** True when the same request can succeed later; undefined when the service does not say. */
  declare readonly retryable: boolean | undefined
  /** The recovery that the service suggests, if any. */
  declare readonly recoveryAction: RecoveryAction | undefined
  /** How to get more sending capacity, if it is used up. */
  declare readonly capacityRecovery: CapacityRecovery | undefined
  /** The managed account that causes the conflict, if any. */
  declare readonly provisioningId: number | undefined
  /** The request's id at the service, for support tickets; from `X-Request-Id` or a similar header. */
  declare readonly requestId: string | undefined
  /** The parsed body, or its text if it is not JSON; secrets are replaced. */
  declare readonly body: unknown
  declare private readonly received: () => HeaderRecord

  constructor(response: ErrorResponse, request: FailedRequest) {
    super(response.message, request)
    const { status, body, message, detail = message, retryAt, headers } = response
    const field = fieldReader(body)
    this.status = status
    // The guide's examples have the reason in `code`.
    const code = field("code", isCode)
    const reason = typeof code === "string" && !/^\d+$/.test(code) ? code : undefined
    this.errorCode = field("error_code", isText) ?? reason
    defineNonEnumerable(this, "received", () => headers)
    const requestId = requestIdOf(headers)
    addFields(this, { requestId }, requestId !== undefined)
    const refusedFields = field("validation_errors", isObject<Record<string, unknown>>)
    const validationErrors = refusedFields && problemsOf(refusedFields)
    addFields(this, { validationErrors }, validationErrors && isShort(validationErrors))
    const retryable = field("retryable", isBoolean)
    const pause = retryAt?.getTime()
    const { kind } = verdictOf(
      { status, body, statedPause: pause },
      { attempts: 1, now: 0, ladder: { first: 0, longest: 0 } },
    )
    addFields(this, {
      detail: visibleText(detail),
      code: code ?? status,
      retryable,
      disposition: kind === "repeat" ? "retry" : kind === "later" ? "later" : "final",
      isRefusal: kind === "setAside",
      retryAt: kind === "later" ? retryAt : undefined,
      recoveryAction: field("recovery_action", isObject<RecoveryAction>),
      capacityRecovery: field("capacity_recovery", isObject<CapacityRecovery>),
      provisioningId: field("provisioning_id", isNumber),
      body,
    })
  }

  /** The response headers, without cookies and credentials. */
  get headers(): Headers {
    return toHeaders(this.received())
  }

  /** One header; null when it is absent. Cheaper than `headers`. */
  header(name: string): string | null {
    return headerOf(this.received(), name)
  }
}

/** The problems of each field as texts, in whatever shape a service or a proxy gave them: `body` has it. */
const problemsOf = (fields: Readonly<Record<string, unknown>>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, problems]) => [
      name,
      [problems].flat().map((problem) => (isObject(problem) ? "is refused" : String(problem ?? "is refused"))),
    ]),
  )

/** 400: the request is malformed or not acceptable. */
export class BadRequestError extends APIError {}

/** 401: the credential is missing, unknown, revoked or expired. */
export class AuthenticationError extends APIError {}

/** 403: the credential is valid but not allowed to do this. */
export class PermissionDeniedError extends APIError {}

/** 404: this account and brand have no such record. */
export class NotFoundError extends APIError {}

/** 409: the record's state does not allow it, or the record has changed in the meantime. */
export class ConflictError extends APIError {}

/** 409: this idempotency key was used before with another payload. */
export class IdempotencyConflictError extends ConflictError {}

/** 422: a field is invalid; see `validationErrors`. */
export class UnprocessableEntityError extends APIError {}

/** 429: too many requests, or the sending capacity is used up (then see `capacityRecovery`). */
export class RateLimitError extends APIError {}

/** 500 and above: the service failed. */
export class InternalServerError extends APIError {}

/** 503: the service, or a service that it depends on, is unavailable. */
export class ServiceUnavailableError extends InternalServerError {}

/** Details of a failed connection. */
export interface ConnectionErrorOptions extends ErrorOptions {
  readonly code?: string | undefined
  readonly neverSent?: boolean | undefined
  readonly isLasting?: boolean | undefined
  readonly lastState?: unknown
}

/** No complete response arrived: the network failed, the name is unknown, or the connection was refused or cut. */
export class ConnectionError extends RequestError {
  /** The system's error code, for example `ECONNREFUSED`, if there is one. */
  readonly code: string | undefined
  /**
   * True only if the service certainly received none of the attempts. Otherwise it may have acted on the request. Always false
   * off Node, because `fetch` does not report it.
   */
  readonly neverSent: boolean

  constructor(message: string, request: FailedRequest, options: ConnectionErrorOptions = {}) {
    super(message, request, options)
    this.code = options.code
    this.neverSent = options.neverSent ?? false
    addFields(this, { lastState: options.lastState })
    if (options.isLasting) addFields(this, { disposition: "final" })
  }
}

/** No complete response arrived in time, or an awaited state was not reached in time. */
export class TimeoutError extends ConnectionError {
  /** The last state seen, when a `waitUntil…` method timed out. */
  declare readonly lastState: unknown
}

/** The caller ended the call: by a signal (`cause` is its reason), by cancelling a download, or by closing the client. */
export class AbortError extends RequestError {}

for (const { prototype } of [ConnectionError, AbortError]) Object.assign(prototype, { disposition: "retry" })

/** A `waitUntil…` method waits for a state that can no longer be reached: the work failed, expired or needs a person to act. */
export class WaitError extends ShownError {
  /** The final state that was reached instead. */
  declare readonly state: unknown

  constructor(message: string, state: unknown) {
    super(visibleText(message))
    addFields(this, { state })
  }
}

/** One place where a response differs from the contract. */
export interface ResponseIssue {
  /** For example `items.0.email`; empty for the response as a whole. */
  readonly path: string
  /** The problem. */
  readonly message: string
}

/**
 * The service responded with a success status, but not as the contract says: not JSON, truncated, too large, or of another shape.
 */
export class ResponseValidationError extends RequestError {
  /** The differences from the contract, field by field. */
  declare readonly issues: readonly ResponseIssue[]

  constructor(
    message: string,
    request: FailedRequest,
    /** The response status. */
    readonly status: number,
    issues: readonly ResponseIssue[] = [],
  ) {
    super(message, request)
    addFields(this, { issues })
  }
}

pinClassNames({
  InvalidArgumentError,
  RequestError,
  APIError,
  BadRequestError,
  AuthenticationError,
  PermissionDeniedError,
  NotFoundError,
  ConflictError,
  IdempotencyConflictError,
  UnprocessableEntityError,
  RateLimitError,
  InternalServerError,
  ServiceUnavailableError,
  ConnectionError,
  TimeoutError,
  AbortError,
  WaitError,
  ResponseValidationError,
})
