import type { CapacityRecovery, RecoveryAction } from "./contract/core/errors.ts"
import { isTemporary } from "./contract/core/is-temporary.ts"
import { visibleText } from "./contract/core/redact.ts"
import { keepNames, MasError } from "./mas-error.ts"
import { isShort, printShort } from "./print-error.ts"
import {
  defined,
  fieldReader,
  hide,
  isBoolean,
  isCode,
  isError,
  isNumber,
  isObject,
  isText,
} from "./transport/fields.ts"
import { type HeaderRecord, headerOf, requestIdOf, toHeaders } from "./transport/headers.ts"

export { type Disposition, MasError } from "./mas-error.ts"

/** The request that an error is about. */
export interface FailedRequest {
  readonly method: string
  /** Without the query and the path of `baseUrl`; secrets in it are replaced. */
  readonly path: string
  /** Attempts made, the failed one included; 0 when nothing was sent. */
  readonly attempts: number
  /** The key that it was sent with; repeat the call with it to be sure that there is one effect. */
  readonly idempotencyKey?: string | undefined
}

/** An error that can be logged as JSON. */
class ShownError extends MasError {
  /** Name, message, fields and cause, without the body and the headers. */
  toJSON(): Record<string, unknown> {
    const own = Object.getOwnPropertyNames(this).map((field) => [field, Reflect.get(this, field)] as const)
    const { stack, body, received, ...fields } = Object.fromEntries<unknown>(own)
    return defined({ name: this.name, disposition: this.disposition, ...fields, cause: causeOf(this.cause) })
  }
}

/**
 * An option or argument that cannot be sent: nothing left this process. Only a file that cannot be read to its end, or a download's
 * place that cannot be written, shows later; then `cause` says why.
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

/** Fields that are large, or said by the message, are not among those that Node prints of an error that nobody caught. */
export function addFields(error: Error, fields: object, enumerable = false): void {
  for (const [name, value] of Object.entries(fields))
    Object.defineProperty(error, name, { value, enumerable, configurable: true, writable: true })
}

/** A cause without its stack; at most five of them, for an error may be its own. */
function causeOf(cause: unknown, left = 5): unknown {
  if (!isError(cause) || left === 0) return isText(cause) ? cause : undefined
  const { name, message } = cause
  return defined({ name, message, code: fieldReader(cause)("code", isCode), cause: causeOf(cause.cause, left - 1) })
}

/** Base of the errors about one request. Its fields, JSON and `inspect` output hold no credential and no secret. */
export class RequestError extends ShownError implements FailedRequest {
  declare readonly method: string
  declare readonly path: string
  declare readonly attempts: number
  declare readonly idempotencyKey: string | undefined
  /** The moment to make the call again: what the last answer to it said, in its body or `Retry-After`. */
  declare readonly retryAt: Date | undefined

  /** The message may repeat what the peer said, and end in a terminal. */
  constructor(message: string, request: FailedRequest, options?: ErrorOptions) {
    super(visibleText(message), options)
    const { method, path, attempts, idempotencyKey } = request
    addFields(this, { method, path, attempts, idempotencyKey })
  }
}
printShort(RequestError)

/** What an error answer said, read with care: any of it may be missing or of another type. Spec: Errors. */
export interface ErrorAnswer {
  readonly status: number
  readonly headers: HeaderRecord
  /** The parsed body, or its text where it is not JSON; secrets are replaced. */
  readonly body: unknown
  readonly message: string
  /** What the service said of it; the message where it said nothing. */
  readonly detail?: string | undefined
  readonly retryAt?: Date | undefined
}

/** The service answered with an error status. Spec: Errors. */
export class APIError extends RequestError {
  readonly status: number
  /** What the service said, all of it: the message has five lines of it at most. */
  declare readonly detail: string
  /** The HTTP status, or a string such as `idempotency_conflict`. */
  declare readonly code: number | string
  /** The machine's reason, for example `validation_error`. */
  readonly errorCode: string | undefined
  /** Field name to what is wrong with it. */
  declare readonly validationErrors: Readonly<Record<string, string[]>> | undefined
  /** True when the same request can succeed later; undefined when the service does not say. */
  declare readonly retryable: boolean | undefined
  declare readonly recoveryAction: RecoveryAction | undefined
  declare readonly capacityRecovery: CapacityRecovery | undefined
  declare readonly provisioningId: number | undefined
  /** The name of the request at the service, for its support; from `X-Request-Id` or a header like it. */
  declare readonly requestId: string | undefined
  /** The parsed body, or its text where it is not JSON; secrets are replaced. */
  declare readonly body: unknown
  declare private readonly received: () => HeaderRecord

  constructor(answer: ErrorAnswer, request: FailedRequest) {
    super(answer.message, request)
    const { status, body, message, detail = message, retryAt, headers } = answer
    const field = fieldReader(body)
    this.status = status
    this.errorCode = field("error_code", isText)
    hide(this, { received: () => headers })
    const requestId = requestIdOf(headers)
    addFields(this, { requestId }, requestId !== undefined)
    const validationErrors = field("validation_errors", isObject<Record<string, string[]>>)
    addFields(this, { validationErrors }, validationErrors && isShort(validationErrors))
    const retryable = field("retryable", isBoolean)
    const again = retryAt ? "later" : "retry"
    addFields(this, {
      detail: visibleText(detail),
      code: field("code", isCode) ?? status,
      retryable,
      disposition: isTemporary(status, retryable) ? again : "final",
      retryAt,
      recoveryAction: field("recovery_action", isObject<RecoveryAction>),
      capacityRecovery: field("capacity_recovery", isObject<CapacityRecovery>),
      provisioningId: field("provisioning_id", isNumber),
      body,
    })
  }

  /** The answer's headers, without cookies and credentials. */
  get headers(): Headers {
    return toHeaders(this.received())
  }

  /** One header; null when it is not there. Cheaper than `headers`. */
  header(name: string): string | null {
    return headerOf(this.received(), name)
  }
}

/** 400: the request cannot be understood or is not acceptable. */
export class BadRequestError extends APIError {}

/** 401: the credential is missing, unknown, revoked or expired. */
export class AuthenticationError extends APIError {}

/** 403: the credential is known, but may not do this. */
export class PermissionDeniedError extends APIError {}

/** 404: there is no such record in this account and brand. */
export class NotFoundError extends APIError {}

/** 409: the record's state does not allow it, or it changed meanwhile. */
export class ConflictError extends APIError {}

/** 409: this idempotency key was used before with another payload. */
export class IdempotencyConflictError extends ConflictError {}

/** 422: a field is wrong; see `validationErrors`. */
export class UnprocessableEntityError extends APIError {}

/** 429: too many requests, or the sending capacity is used up (then see `capacityRecovery`). */
export class RateLimitError extends APIError {}

/** 500 and above: the service failed. */
export class InternalServerError extends APIError {}

/** 503: the service, or one that it needs, is not available for now. */
export class ServiceUnavailableError extends InternalServerError {}

/** What is known about a failed connection. */
export interface ConnectionErrorOptions extends ErrorOptions {
  readonly code?: string | undefined
  readonly neverSent?: boolean | undefined
  readonly lastState?: unknown
}

/** No complete answer came: the network failed, the name is unknown, the connection was refused or cut. */
export class ConnectionError extends RequestError {
  /** The system's reason where there is one, for example `ECONNREFUSED`. */
  readonly code: string | undefined
  /**
   * True only when it is certain that the service got nothing, by none of the attempts; otherwise it may have acted on the
   * request. Always false off Node, where `fetch` does not tell.
   */
  readonly neverSent: boolean

  constructor(message: string, request: FailedRequest, options: ConnectionErrorOptions = {}) {
    super(message, request, options)
    this.code = options.code
    this.neverSent = options.neverSent ?? false
    addFields(this, { lastState: options.lastState })
  }
}

/** No complete answer came in time, or what was waited for did not happen in time. */
export class TimeoutError extends ConnectionError {
  /** The last state seen, when a `waitUntil…` method ran out of time. */
  declare readonly lastState: unknown
}

/** The caller ended the call: by a signal, whose reason is `cause`, or by giving up a download or closing the client. */
export class AbortError extends RequestError {}

for (const { prototype } of [ConnectionError, AbortError]) Object.assign(prototype, { disposition: "retry" })

/** What a `waitUntil…` method waited for will not happen any more: it failed, expired or needs somebody to act. */
export class WaitError extends ShownError {
  /** The state that leaves no hope. */
  declare readonly state: unknown

  constructor(message: string, state: unknown) {
    super(visibleText(message))
    addFields(this, { state })
  }
}

/** One place where an answer differs from the contract. */
export interface ResponseIssue {
  /** For example `items.0.email`; empty for the answer as a whole. */
  readonly path: string
  readonly message: string
}

/** The service answered with success, but not as the contract says: not JSON, cut, too large, or of another shape. */
export class ResponseValidationError extends RequestError {
  declare readonly issues: readonly ResponseIssue[]

  constructor(
    message: string,
    request: FailedRequest,
    readonly status: number,
    issues: readonly ResponseIssue[] = [],
  ) {
    super(message, request)
    addFields(this, { issues })
  }
}

keepNames({
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
