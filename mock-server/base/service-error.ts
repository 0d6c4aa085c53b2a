import { type ErrorStatus, statusErrorCodes } from "../../sdk/contract/core/error-codes.ts"
import type { CapacityRecovery } from "../../sdk/contract/core/errors.ts"
import { limits } from "../../sdk/contract/core/limits.ts"
import type { RuleNumber } from "./rules.gen.ts"

export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** Details of an error response besides its status and message. */
export interface ServiceErrorDetails {
  /** The service's rule behind the error; undefined for errors of the mock server itself. */
  readonly rule: RuleNumber | undefined
  /** The machine-readable reason; by default the general one of the status. */
  readonly errorCode?: string
  /** The `code` of the body, if it differs from the status. */
  readonly code?: string
  readonly validationErrors?: FieldErrors
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

/** The one error that handlers throw; the pipeline turns it into a response. Only the control API uses 408. */
export class ServiceError extends Error {
  /** Repeated here: the package is minified, and Node prints the class's name. */
  static override readonly name = "ServiceError"
  override readonly name = ServiceError.name
  readonly errorCode: string

  constructor(
    readonly status: ErrorStatus | 408,
    message: string,
    readonly details: ServiceErrorDetails,
  ) {
    super(message)
    this.errorCode = details.errorCode ?? (status === 408 ? "timeout" : statusErrorCodes[status])
  }
}

type Rule = ServiceErrorDetails["rule"]

// The first argument is the rule of scripts/generate/rules.json behind the error. The mock server's own errors, such as
// an invalid control call, come from mock-error.ts.

export const badRequest = (rule: Rule, message: string, errorCode?: string) =>
  new ServiceError(400, message, { rule, ...code(errorCode) })

export const unauthorized = (rule: Rule, message: string) =>
  new ServiceError(401, message, { rule, headers: { "WWW-Authenticate": "Bearer" } })

export const forbidden = (rule: Rule, message: string) => new ServiceError(403, message, { rule })

/** `what` names the kind of record, for example `Contact`. Also for records of another brand or account. */
export const notFound = (rule: Rule, what: string) => new ServiceError(404, `${what} not found`, { rule })

/** `allow` names the methods that the path supports. */
export const methodNotAllowed = (method: string, allow: string) =>
  new ServiceError(405, `${method} is not possible here, only ${allow}`, { rule: "35.4", headers: { Allow: allow } })

export const conflict = (rule: Rule, message: string, errorCode?: string) =>
  new ServiceError(409, message, { rule, ...code(errorCode) })

/** `errors` maps a field (dots between levels) to its problem. The response names at most a hundred problems. */
export function invalid(rule: Rule, errors: FieldErrors, errorCode?: string): ServiceError {
  const validationErrors = shortened(errors)
  const first = Object.entries(validationErrors)[0]
  const message = first ? `Validation failed: ${first[0]} ${first[1][0]}` : "Validation failed"
  return new ServiceError(422, message, { rule, validationErrors, ...code(errorCode) })
}

/** The problems that a response can name, then a note that there are more. Long names are shortened. */
function shortened(errors: FieldErrors): Record<string, string[]> {
  const fields = Object.entries(errors)
  let remaining = limits.problemsNamed
  const isTooMany = fields.reduce((sum, [, messages]) => sum + messages.length, 0) > remaining
  if (isTooMany) remaining--
  // Without a prototype: a field can be called `constructor`.
  const byField: Record<string, string[]> = Object.create(null)
  const add = (name: string, messages: readonly string[]) => {
    byField[name] = [...(byField[name] ?? []), ...messages]
  }
  for (const [field, messages] of fields) {
    if (remaining === 0) break
    const part = messages.slice(0, remaining)
    add(clip(field, limits.problemFieldLength), part)
    remaining -= part.length
  }
  if (isTooMany) add("body", ["has more problems than are named here"])
  return byField
}

const clip = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

const code = (errorCode: string | undefined) => (errorCode === undefined ? {} : { errorCode })
