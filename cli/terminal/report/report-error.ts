import {
  AbortError,
  APIError,
  ConnectionError,
  InvalidArgumentError,
  RequestError,
  ResponseValidationError,
  TimeoutError,
  WaitError,
} from "../../../sdk/client/errors.ts"
import { SendCeilingError } from "../../../sdk/sending/ceilings/send-ceiling-error.ts"
import { RecipientRefusedError } from "../../../sdk/sending/recipients/refused-error.ts"
import { originOf } from "../../connection/profile/address.ts"
import { noCredentialError } from "../../connection/profile/resolve-profile.ts"
import { misspeltVariable } from "../../connection/profile/variables.ts"
import { CliError } from "../errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../errors/exit-codes.ts"
import type { Io } from "../io.ts"
import { apiHint, isServiceResponse, type Place, responseFields } from "./api-hint.ts"
import { shortMessage } from "./connection-cause.ts"
import { connectionHint } from "./connection-hint.ts"
import { inOwnWords } from "./library-words.ts"
import { LostOutputError, lostOutputFacts, type Written } from "./lost-output.ts"

/** An error as shown: in JSON `{error: ...}` on stderr, otherwise a line and a hint. */
export interface ErrorReport {
  readonly code: string
  /** The HTTP status; null without a response. */
  readonly status: number | null
  readonly message: string
  readonly hint: string
  readonly validation_errors?: Readonly<Record<string, readonly string[]>>
  readonly retryable?: boolean
  /** The idempotency key of a write in doubt, given or generated. */
  readonly idempotency_key?: string
  /** The id of what a write made whose result could not be printed. */
  readonly id?: unknown
  /** The same command for a shell, with that key, if sending again may help. */
  readonly next_command?: string
  /** A command with further information. */
  readonly docs: string
}

export interface ErrorPlace extends Place {
  readonly usage?: string | undefined
  readonly env?: Io["env"]
  readonly isInterrupted: boolean
  /** True when a sent request may have had an effect. */
  readonly isInDoubt: boolean
  /** True when the service performed a write before the error, so "nothing was sent" would be wrong. */
  readonly hasWritten?: boolean
  /** The writes that the service performed. */
  readonly written?: Written
  /** True for a command that goes on where its earlier run ended. */
  readonly isResumed?: boolean
  /** True for a command that never sends again what may have been sent and has no key. */
  readonly isOnce?: boolean
  /** The same command with an idempotency key; undefined if the command line could not be parsed. */
  readonly again: ((key: string | undefined) => string | undefined) | undefined
}

const partlySent = "Part of it was sent: check the result before you run this again."

interface Reported {
  readonly report: ErrorReport
  readonly exitCode: ExitCode
}

/** The report and the exit code of an error; the only place that decides both. */
export function reportError(error: unknown, target: ErrorPlace): Reported {
  const docs = `${target.command} --help`
  const reported = (
    code: string,
    exitCode: ExitCode,
    message: string,
    hint: string,
    more: Partial<ErrorReport> = {},
  ): Reported => ({ report: { code, status: null, message, hint, ...more, docs }, exitCode })
  if (error instanceof LostOutputError && target.written && target.written.count > 0) {
    const facts = lostOutputFacts(target.written, repeatable(target, target.written))
    return reported(error.code, error.exitCode, error.message, facts.hint, facts)
  }
  if (error instanceof CliError) {
    const { code, status = null, message, exitCode, validationErrors } = error
    const validation = validationErrors ? { validation_errors: validationErrors } : {}
    const next = exitCode === exitCodes.interrupted && target.isResumed ? target.again?.(undefined) : undefined
    const more = { status, ...validation, ...(next === undefined ? {} : { next_command: next }) }
    return reported(code, exitCode, message, hintOf(error, target, docs), more)
  }
  if (error instanceof AbortError || target.isInterrupted) {
    const isRead = error instanceof RequestError && error.method === "GET"
    const hint = target.hasWritten ? partlySent : isRead ? "It can be run again." : "Nothing was sent."
    const { report, exitCode } = reported("interrupted", exitCodes.interrupted, "interrupted", hint)
    return { report: withNext(report, error, target), exitCode }
  }
  if (error instanceof APIError) return reportApiError(error, target, docs)
  if (error instanceof ConnectionError) return reportConnectionError(error, target, docs)
  if (error instanceof ResponseValidationError) {
    const effect = error.method === "GET" ? "" : "The request took effect."
    const doubt = target.address === undefined ? "" : `Is this the service? ${originOf(target.address)}`
    const hint = [effect, doubt, "Run it with --debug to see more."].filter(Boolean).join(" ")
    const { status, message } = error
    const { report, exitCode } = reported("failed", exitCodes.failure, message, hint, { status, retryable: false })
    return { report: { ...report, ...keyOf(error) }, exitCode }
  }
  if (error instanceof RecipientRefusedError) {
    const { code, message, source, rule } = error
    const advice = rule === "allowIndirect" ? " To allow the call, list it in the profile's field allow_unseen." : ""
    const hint = `Nothing was sent. ${source} sets the allowed recipients; \`mas doctor\` shows them.${advice}`
    return reported(code, exitCodes.validation, message, hint, { retryable: false })
  }
  if (error instanceof SendCeilingError) {
    const { code, message, ceiling, disposition, retryAt } = error
    const isLater = disposition === "later"
    const advice =
      ceiling === "stop" ? "`mas sending status` shows since when, and why." : "`mas doctor` shows the ceiling."
    const next = target.hasWritten && target.isResumed ? target.again?.(undefined) : undefined
    const part = next === undefined ? partlySent : "Part of it was sent."
    const sent = target.hasWritten ? part : error.attempts > 0 ? "" : "Nothing was sent."
    const goOn = next === undefined ? "" : `To go on later:\n${next}`
    const hint = [sent, advice, goOn].filter(Boolean).join(" ")
    const exitCode = isLater ? exitCodes.rateLimited : exitCodes.validation
    const more = { ...(retryAt && keyOf(error)), ...(next === undefined ? {} : { next_command: next }) }
    return reported(code, exitCode, message, hint, { retryable: isLater, ...more })
  }
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof InvalidArgumentError) {
    if (/^(apiKey|token)\b/.test(error.argument) && message.includes("is missing"))
      return reportError(noCredentialError(target.profile), target)
    const words = inOwnWords(error, target)
    return reported(...kindOf(error), words.message, words.hint ?? `See \`${docs}\`.`)
  }
  if (error instanceof WaitError)
    return reported("will_not_finish", exitCodes.failure, message, "Look at its state for the reason.")
  return reported("failed", exitCodes.failure, message, "Run it again with --debug to see more.")
}

/** The same command, if it has no second effect: with the key of its only write, or if it resumes. */
function repeatable({ again, isResumed }: ErrorPlace, { count, key }: Written): string | undefined {
  const command = again?.(count === 1 ? key : undefined)
  const hasKey = count === 1 && key !== undefined && command?.includes("--idempotency-key")
  return hasKey || isResumed ? command : undefined
}

/** The command line would refuse these values itself, with the same code. */
function kindOf({ argument }: InvalidArgumentError): readonly [code: string, exitCode: ExitCode] {
  if (/^file\b/.test(argument)) return ["usage", exitCodes.usage]
  return /^(apiKey|token)\b/.test(argument)
    ? ["no_credential", exitCodes.credentials]
    : ["validation_error", exitCodes.validation]
}

/** A usage error gets two more lines: a suggestion, and where to look. */
function hintOf({ code, hint, exitCode }: CliError, { usage, env = {} }: ErrorPlace, docs: string): string {
  if (code === "no_credential") return [misspeltVariable(env, "MAS_API_KEY"), hint].filter(Boolean).join(" ")
  if (exitCode !== exitCodes.usage) return hint ?? `See \`${docs}\`.`
  return [hint ?? usage, `Run \`${docs}\` to see how it is used.`].filter(Boolean).join("\n")
}

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

function reportApiError(error: APIError, target: ErrorPlace, docs: string) {
  const { status, validationErrors, retryable } = error
  const byStatus = exitCodeByStatus[status] ?? exitCodes.failure
  // A page of a proxy refuses no value.
  const exitCode = byStatus === exitCodes.validation && !isServiceResponse(error) ? exitCodes.failure : byStatus
  const report: ErrorReport = {
    code: error.errorCode ?? String(error.code),
    status,
    message: error.detail,
    hint: apiHint(error, target),
    ...responseFields(error),
    ...(validationErrors ? { validation_errors: validationErrors } : {}),
    ...(retryable === undefined ? {} : { retryable }),
    docs: exitCode === exitCodes.failure ? "mas help exit-codes" : docs,
  }
  return { report: withNext(report, error, target), exitCode }
}

const keyOf = (error: unknown) =>
  error instanceof RequestError && error.idempotencyKey !== undefined ? { idempotency_key: error.idempotencyKey } : {}

/** For a write in doubt: adds a note, and the command that repeats it with the same key. */
function withNext(report: ErrorReport, error: unknown, { isInDoubt, isOnce, again }: ErrorPlace): ErrorReport {
  // A refused or unsent request can be sent with any key.
  if (!isInDoubt) return report
  const key = keyOf(error)
  const doubt = "It may have taken effect"
  if (isOnce && key.idempotency_key === undefined) {
    const advice = `${doubt}, and is not sent again: look for it at the service. If it is not there, make the call anew.`
    return { ...report, hint: join(report.hint, advice) }
  }
  const command = again?.(key.idempotency_key)
  if (command === undefined) return { ...report, ...key, hint: join(report.hint, `${doubt}.`) }
  const stdin = / -(?= |$)/.test(command) ? " (`-` reads stdin: provide the same input)" : ""
  const advice = key.idempotency_key
    ? `${doubt}. To send it again, with one effect in all${stdin}:`
    : `${doubt}: check before you send it again. The command${stdin}:`
  // The last line is only the command, ready to paste.
  const hint = join(report.hint, `${advice}\n${command}`)
  return { ...report, ...key, hint, next_command: command }
}

/** Appends to a hint, or replaces the default hint. */
const join = (hint: string, more: string) => (hint === "Nothing was sent." || hint === "" ? more : `${hint}\n${more}`)

function reportConnectionError(error: ConnectionError, target: ErrorPlace, docs: string) {
  const isTimeout = error instanceof TimeoutError
  const isRead = error.method === "GET"
  const unsent = target.hasWritten ? partlySent : isRead || target.isInDoubt ? "" : "Nothing was sent."
  const advice = connectionHint(error, target)
  const usual = isRead ? "Check the address and the network; `mas doctor` looks at both." : undefined
  const hint = [advice ?? usual, unsent].filter(Boolean).join(" ")
  const report: ErrorReport = {
    code: isTimeout ? "timeout" : "network_error",
    status: null,
    message: shortMessage(error),
    hint,
    retryable: (isRead || !target.isInDoubt) && error.disposition !== "final",
    docs,
  }
  return { report: withNext(report, error, target), exitCode: exitCodes.network }
}
