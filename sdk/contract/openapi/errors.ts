import type { EndpointSpec } from "../core/endpoint.ts"
import { errorStatuses, isPopupError } from "../core/endpoints.ts"
import { type ErrorStatus, statusErrorCodes } from "../core/error-codes.ts"
import { ErrorBody, PopupErrorBody } from "../core/errors.ts"
import { headerNames, serviceHeaderNames } from "../core/headers.ts"
import { headerRefs } from "./headers.ts"
import type { SchemaPool } from "./schemas.ts"
import type { Reference, ResponseObject } from "./types.ts"

/** The meaning of each status. Spec: Errors. */
const meanings: Readonly<Record<ErrorStatus, string>> = {
  400: "The request cannot be read, or lacks what every such request must have.",
  401: "The credential is missing, unknown, revoked or expired.",
  403: "The credential is good, but not for this.",
  404: "There is no such record within the account and brand.",
  405: "The path has no such method.",
  409: "The request does not fit the present state.",
  413: "The body is larger than the service takes.",
  415: "The body is of another type than this endpoint takes, or compressed.",
  422: "A value was refused; `validation_errors` names each field.",
  429: "Too many requests, or the sending capacity is used up.",
  500: "The service failed.",
  503: "Another service that this one needs is unavailable.",
}

const headersOn: Partial<Record<ErrorStatus, string>> = {
  401: serviceHeaderNames.wwwAuthenticate,
  405: serviceHeaderNames.allow,
  429: headerNames.retryAfter,
  503: headerNames.retryAfter,
}

type ErrorName = `${"" | "Popup"}Error${ErrorStatus}` | "AnyError"

/** Error responses, shared by all operations: `Error404`, `PopupError422`, `AnyError`. */
export class ErrorResponses {
  readonly #used = new Map<ErrorName, ResponseObject>()
  readonly #pool: SchemaPool

  constructor(pool: SchemaPool) {
    this.#pool = pool
  }

  /** The error responses of an endpoint by status; `default` covers those that any request can get. */
  of(spec: EndpointSpec): Record<string, Reference> {
    const declared = errorStatuses(spec).map((status) => {
      const popup = isPopupError(spec, status)
      return [
        status,
        this.#refer(`${popup ? "Popup" : ""}Error${status}`, () => this.#response(status, popup)),
      ] as const
    })
    return { ...Object.fromEntries(declared), default: this.#refer("AnyError", () => this.#anyResponse()) }
  }

  /** All responses that `of` has referred to. */
  components(): Record<string, ResponseObject> {
    return Object.fromEntries([...this.#used].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  #refer(name: ErrorName, make: () => ResponseObject): Reference {
    if (!this.#used.has(name)) this.#used.set(name, make())
    return { $ref: `#/components/responses/${name}` }
  }

  #response(status: ErrorStatus, popup: boolean): ResponseObject {
    const schema = this.#pool.use(popup ? PopupErrorBody : ErrorBody, "output")
    const example = popup ? { error: meanings[status] } : exampleOf(status)
    const header = headersOn[status]
    return {
      description: meanings[status],
      ...(header !== undefined && { headers: headerRefs(header) }),
      content: { "application/json": { schema, example } },
    }
  }

  #anyResponse(): ResponseObject {
    return {
      description: "Any other error: for example 405 for a method that the path does not have, or 500.",
      headers: headerRefs(serviceHeaderNames.allow),
      content: { "application/json": { schema: this.#pool.use(ErrorBody, "output"), example: exampleOf(500) } },
    }
  }
}

function exampleOf(status: ErrorStatus): ErrorBody {
  return {
    code: status,
    message: meanings[status],
    error: true,
    error_code: statusErrorCodes[status],
    ...(status === 422 && { validation_errors: { email: ["must be an e-mail address"] } }),
    ...((status === 429 || status === 503) && { retryable: true }),
  }
}
