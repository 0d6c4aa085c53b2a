import type { EndpointGroup, EndpointSpec, SuccessStatus } from "./endpoint.ts"
import type { ErrorStatus } from "./error-codes.ts"

/** One endpoint with its names. */
export interface NamedEndpoint {
  /** The resource, for example `managementGrant`. */
  readonly group: string
  /** The method, for example `confirm`. */
  readonly verb: string
  /** Both: `managementGrant.confirm`. */
  readonly name: string
  /** Its definition. */
  readonly spec: EndpointSpec
}

/** The endpoints of a tree such as `contract`, in its order. */
export function listEndpoints(groups: Readonly<Record<string, EndpointGroup>>): NamedEndpoint[] {
  return Object.entries(groups).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([verb, spec]) => ({ group, verb, name: `${group}.${verb}`, spec })),
  )
}

/** The success statuses of an endpoint: first the usual one, then that of a replay if it differs. */
export function successStatuses(spec: EndpointSpec): SuccessStatus[] {
  const usual = spec.status ?? 200
  return spec.replayStatus === undefined || spec.replayStatus === usual ? [usual] : [usual, spec.replayStatus]
}

/**
 * Every error status that an endpoint declares, ascending: its own, and those that follow from its parts. A fault of the
 * service (500) can come from any endpoint and is not among them.
 */
export function errorStatuses(spec: EndpointSpec): ErrorStatus[] {
  if (spec.errorShape === "popup") return popupStatuses(spec)
  const derived: (ErrorStatus | false)[] = [
    spec.auth.length > 0 && 401,
    // A credential of a kind that is not accepted.
    spec.auth.length > 0 && 403,
    // An unknown brand, or a path that cannot name a record.
    (selectsBrand(spec) || spec.params !== undefined) && 404,
    // Invalid parts, or an unknown query parameter, which reads ignore.
    (spec.method !== "GET" || spec.query !== undefined || spec.paginated !== undefined) &&
      (spec.invalid?.status ?? 422),
    // Not JSON at all.
    spec.body !== undefined && 400,
    spec.body !== undefined && 413,
    spec.body !== undefined && 415,
    // A key that is missing; a key used before with another request.
    spec.idempotency === "required" && 400,
    spec.idempotency !== undefined && 409,
    429,
  ]
  return [...new Set([...(spec.errors ?? []), ...derived.filter((status) => status !== false)])].sort((a, b) => a - b)
}

/** The popup endpoints have one status for a refused credential, and one for an invalid request. */
function popupStatuses({ auth, body, invalid }: EndpointSpec): ErrorStatus[] {
  const statuses: (ErrorStatus | false)[] = [
    auth.length > 0 && 401,
    body !== undefined && (invalid?.status ?? 422),
    429,
  ]
  return statuses.filter((status) => status !== false)
}

/** Whether the header `X-Brand-SID` is read. Spec: Authentication. */
export function selectsBrand(spec: Pick<EndpointSpec, "path">): boolean {
  return spec.path.startsWith("/v1/my/")
}

/** Whether the header `X-Account-ID` is read: it goes with a JWT. Spec: Authentication. */
export function selectsAccount(spec: Pick<EndpointSpec, "path" | "auth">): boolean {
  return spec.path.startsWith("/v1/my/") && spec.auth.includes("jwt")
}

/** Whether an endpoint responds to this status with `PopupErrorBody` instead of `ErrorBody`. Spec: Errors. */
export function isPopupError(spec: EndpointSpec, status: number): boolean {
  return spec.errorShape === "popup" && (status === 400 || status === 422)
}
