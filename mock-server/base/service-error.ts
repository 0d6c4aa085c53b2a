import { type ErrorStatus, statusErrorCodes } from "../../sdk/contract/core/error-codes.ts"
import type { CapacityRecovery } from "../../sdk/contract/core/errors.ts"
import { limits } from "../../sdk/contract/core/limits.ts"

/** What an error answer can carry beyond its status and message. */
export interface ServiceErrorDetails {
  /** The reason in a word, for programs; the status's general one when left out. */
  readonly errorCode?: string
  /** The `code` of the body, where it is not the status. */
  readonly code?: string
  readonly validationErrors?: Readonly<Record<string, readonly string[]>>
  readonly retryable?: boolean
  /** Seconds, for the header `Retry-After`. */
  readonly retryAfter?: number
  readonly retryAt?: string
  readonly provisioningId?: number
  readonly recoveryAction?: object
  readonly capacityRecovery?: CapacityRecovery
  /** Further headers, for example `Allow`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The one error that handlers throw; the pipeline turns it into an answer. 408 is of the control API alone. */
export class ServiceError extends Error {
  /** Said here, too: the package is built with short names, and Node shows that of the class. */
  static override readonly name = "ServiceError"
  override readonly name = ServiceError.name
  readonly errorCode: string

  constructor(
    readonly status: ErrorStatus | 408,
    message: string,
    readonly details: ServiceErrorDetails = {},
  ) {
    super(message)
    this.errorCode = details.errorCode ?? (status === 408 ? "timeout" : statusErrorCodes[status])
  }
}

export const badRequest = (message: string, errorCode?: string) => new ServiceError(400, message, code(errorCode))

export const unauthorized = (message: string) =>
  new ServiceError(401, message, { headers: { "WWW-Authenticate": "Bearer" } })

export const forbidden = (message: string) => new ServiceError(403, message)

/** `what` names the kind of record, for example `Contact`. Also for records of another brand or account. */
export const notFound = (what: string) => new ServiceError(404, `${what} not found`)

/** `allow` names what the path does have. */
export const methodNotAllowed = (method: string, allow: string) =>
  new ServiceError(405, `${method} is not possible here, only ${allow}`, { headers: { Allow: allow } })

export const conflict = (message: string, errorCode?: string) => new ServiceError(409, message, code(errorCode))

/** `errors` maps a field (dots between levels) to what is wrong with it. The answer names a hundred problems at most. */
export function invalid(errors: Readonly<Record<string, readonly string[]>>, errorCode?: string): ServiceError {
  const validationErrors = shortened(errors)
  const first = Object.entries(validationErrors)[0]
  const message = first ? `Validation failed: ${first[0]} ${first[1][0]}` : "Validation failed"
  return new ServiceError(422, message, { validationErrors, ...code(errorCode) })
}

/** As many problems as an answer names, then the word that there are more, and no name longer than one reads. */
function shortened(errors: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  const fields = Object.entries(errors)
  let left = limits.problemsNamed
  const isTooMany = fields.reduce((sum, [, messages]) => sum + messages.length, 0) > left
  if (isTooMany) left--
  // Without a prototype: a field can be called `constructor`.
  const named: Record<string, string[]> = Object.create(null)
  const add = (name: string, messages: readonly string[]) => {
    named[name] = [...(named[name] ?? []), ...messages]
  }
  for (const [field, messages] of fields) {
    if (left === 0) break
    const taken = messages.slice(0, left)
    add(clip(field, limits.problemFieldLength), taken)
    left -= taken.length
  }
  if (isTooMany) add("body", ["has more problems than are named here"])
  return named
}

const clip = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

const code = (errorCode: string | undefined) => (errorCode === undefined ? {} : { errorCode })
