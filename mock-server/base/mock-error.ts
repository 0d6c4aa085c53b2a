import * as service from "./service-error.ts"

// The mock server's own errors, such as those of the control API: no rule of the service is behind them.

export const badRequest = (message: string, errorCode?: string) => service.badRequest(undefined, message, errorCode)

export const forbidden = (message: string) => service.forbidden(undefined, message)

/** `what` names the kind of record, for example `Fault`. */
export const notFound = (what: string) => service.notFound(undefined, what)

export const conflict = (message: string) => service.conflict(undefined, message)

/** `errors` maps a field (dots between levels) to its problem. */
export const invalid = (errors: service.FieldErrors) => service.invalid(undefined, errors)
