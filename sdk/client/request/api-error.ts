import {
  APIError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  type ErrorResponse,
  type FailedRequest,
  IdempotencyConflictError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServiceUnavailableError,
  UnprocessableEntityError,
} from "../errors.ts"
import { isKeyConflict } from "../verdict.ts"

type APIErrorClass = new (response: ErrorResponse, request: FailedRequest) => APIError

const classes: Readonly<Record<number, APIErrorClass>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  422: UnprocessableEntityError,
  429: RateLimitError,
  503: ServiceUnavailableError,
}

/** Makes the error for a response. All API errors are made here. */
export function apiError(response: ErrorResponse, request: FailedRequest): APIError {
  const { status, body } = response
  if (status === 409 && isKeyConflict(body)) return new IdempotencyConflictError(response, request)
  return new (classes[status] ?? (status >= 500 ? InternalServerError : APIError))(response, request)
}
