import {
  AbortError,
  APIError,
  ConnectionError,
  IdempotencyConflictError,
  InvalidArgumentError,
  TimeoutError,
  WaitError,
} from "../../sdk/errors.ts"
import type { Profile } from "../profile/profile.ts"
import { CliError } from "./cli-error.ts"
import { type ExitCode, exitCodes } from "./exit-codes.ts"

/** An error as it is shown: in JSON `{error: ...}` on stderr, else as a line and a hint. */
export interface ErrorReport {
  /** The machine's word for it. */
  readonly code: string
  /** The HTTP status; null where no answer came, or none was asked for. */
  readonly status: number | null
  readonly message: string
  readonly hint: string
  readonly validation_errors?: Readonly<Record<string, readonly string[]>>
  readonly retryable?: boolean
  /** Where to read on: a command. */
  readonly docs: string
}

/** What is known about the command that failed. */
export interface ErrorPlace {
  /** `mas messages send`, or what was typed of it. */
  readonly command: string
  /** Its usage line, where it is known. */
  readonly usage?: string | undefined
  readonly profile?: Profile | undefined
  /** True when the command was told to stop. */
  readonly isInterrupted: boolean
}

/** What to say about an error, and how the process is to end: the one place that decides it. */
export function reportError(error: unknown, place: ErrorPlace): { report: ErrorReport; exitCode: ExitCode } {
  const docs = `${place.command} --help`
  if (error instanceof CliError) {
    const { code, message, exitCode, validationErrors } = error
    const report = { code, status: null, message, hint: hintOf(error, place, docs) }
    return {
      report: { ...report, ...(validationErrors ? { validation_errors: validationErrors } : {}), docs },
      exitCode,
    }
  }
  if (error instanceof AbortError || place.isInterrupted) {
    const hint = "It can be run again; what was already sent stays sent."
    return {
      report: { code: "interrupted", status: null, message: "interrupted", hint, docs },
      exitCode: exitCodes.interrupted,
    }
  }
  if (error instanceof APIError) return reportApiError(error, place, docs)
  if (error instanceof ConnectionError) return reportConnectionError(error, place, docs)
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof InvalidArgumentError) {
    const hint = `See \`${docs}\`.`
    return { report: { code: "usage", status: null, message, hint, docs }, exitCode: exitCodes.usage }
  }
  const code = error instanceof WaitError ? "will_not_finish" : "failed"
  const hint =
    error instanceof WaitError ? "Look at its state for the reason." : "Run it again with --debug to see more."
  return { report: { code, status: null, message, hint, docs }, exitCode: exitCodes.failure }
}

/** A slip gets two more lines: what was probably meant, and where to look. */
function hintOf({ hint, exitCode }: CliError, { usage }: ErrorPlace, docs: string): string {
  if (exitCode !== exitCodes.usage) return hint ?? `See \`${docs}\`.`
  return [hint ?? usage, `Run \`${docs}\` to see how it is used.`].filter(Boolean).join("\n")
}

/** The exit code for a status that the service answered. */
export const exitCodeByStatus: Readonly<Record<number, ExitCode>> = {
  400: exitCodes.validation,
  401: exitCodes.credentials,
  403: exitCodes.credentials,
  404: exitCodes.notFound,
  409: exitCodes.conflict,
  413: exitCodes.validation,
  422: exitCodes.validation,
  429: exitCodes.rateLimited,
}

function reportApiError(error: APIError, place: ErrorPlace, docs: string) {
  const { status, validationErrors, retryable } = error
  const exitCode = exitCodeByStatus[status] ?? exitCodes.failure
  const report: ErrorReport = {
    code: error.errorCode ?? String(error.code),
    status,
    message: error.detail,
    hint: apiHint(error, place),
    ...(validationErrors ? { validation_errors: validationErrors } : {}),
    ...(retryable === undefined ? {} : { retryable }),
    docs: exitCode === exitCodes.failure ? "mas help exit-codes" : docs,
  }
  return { report, exitCode }
}

function apiHint(error: APIError, { profile, command }: ErrorPlace): string {
  const from = profile?.credentialFrom
  const later = error.retryAt ? `Try again after ${error.retryAt.toISOString()}.` : "Try again later."
  switch (error.status) {
    case 401:
      return from
        ? `The credential came from ${from}. \`mas login\` keeps another one.`
        : "Run `mas login`, or set MAS_API_KEY."
    case 403:
      return `This credential${from ? ` (from ${from})` : ""} may not do that: see \`${command} --help\` for the kind that may.`
    case 404:
      return "Check the id, and the brand and account that the profile selects (`mas whoami`)."
    case 409:
      return error instanceof IdempotencyConflictError
        ? "This --idempotency-key was used for another request: use another key, or send the same request."
        : "Look at its present state, then decide."
    case 413:
      return "Send less at once."
    case 429:
      return error.capacityRecovery?.label ? `${error.capacityRecovery.label}. ${later}` : later
    default:
      return error.status >= 500 ? later : `See \`${command} --help\`.`
  }
}

function reportConnectionError(error: ConnectionError, { profile }: ErrorPlace, docs: string) {
  const isTimeout = error instanceof TimeoutError
  const refused = `Is the service running there? For the mock server: mas mock start. The address came from ${profile?.baseUrlFrom ?? "the profile"}.`
  const doubt = error.neverSent
    ? "Nothing was sent."
    : "It may have had its effect: look before you send it again, or send it again with the same --idempotency-key."
  const isRead = error.method === "GET"
  const hint = isTimeout
    ? `Give it more time with --timeout. ${isRead ? "" : doubt}`.trim()
    : error.code === "ECONNREFUSED"
      ? refused
      : isRead
        ? "Check the address and the network; `mas doctor` looks at both."
        : doubt
  const code = isTimeout ? "timeout" : "network_error"
  const report: ErrorReport = {
    code,
    status: null,
    message: error.message,
    hint,
    retryable: isRead || error.neverSent,
    docs,
  }
  return { report, exitCode: exitCodes.network }
}
