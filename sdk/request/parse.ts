import { redactHeaders, redactText, redactValue } from "../contract/core/redact.ts"
import { type APIError, type FailedRequest, ResponseValidationError } from "../errors.ts"
import { fieldReader, isFilled } from "../transport/fields.ts"
import { codingOf } from "../transport/headers.ts"
import type { TransportResponse } from "../transport/transport.ts"
import { apiError } from "./api-error.ts"
import type { Success } from "./attempt.ts"
import type { Call } from "./call.ts"
import { describeRedirect } from "./redirect.ts"
import { askedPause } from "./retry-rules.ts"
import type { CallSecrets } from "./secrets.ts"

/** Characters kept of an error body that is not JSON. */
const keptText = 65_536

/** An answer's body as JSON; undefined when it is not, or not whole. */
function parseJson(answer: TransportResponse): { readonly value: unknown } | undefined {
  const { text = "", cut } = answer
  if (cut || (!answer.head && codingOf(answer.headers))) return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** What a body is that should have been JSON, in words. */
function describe(answer: TransportResponse, text: string, secrets: CallSecrets): string {
  const coding = codingOf(answer.headers)
  if (text.trim() === "") return "an empty body"
  if (coding) return `a body encoded as ${secrets.shown(coding)}, which cannot be read here and was not asked for`
  if (answer.cut) return "a body that is too large"
  return /^\s*<(!doctype|html)/i.test(text) ? "an HTML page" : "a body that is not valid JSON"
}

/** The data of an answer with a success status. */
export function parseSuccess({ answer, request, secrets }: Success, { target, settings }: Call): unknown {
  const { status, text = "", cut } = answer
  // Nothing is what some writes answer; a read must answer something.
  if (status === 204 && text === "" && (request.method !== "GET" || target.name === undefined)) return undefined
  const parsed = parseJson(answer)
  if (parsed && (!target.paginated || Array.isArray(parsed.value))) return parsed.value
  const effect = request.method === "GET" ? "" : "; it has probably taken effect"
  const size = cut ? ` (more than maxResponseBytes, ${settings.maxResponseBytes})` : ""
  const what = (parsed ? "something that is not a list" : describe(answer, text, secrets)) + size
  const message = `${request.method} ${request.path} succeeded with status ${status}${effect}, but answered with ${what}`
  throw new ResponseValidationError(message, request, status)
}

/** What an error is made with, beside the answer. */
interface ErrorContext {
  readonly secrets: CallSecrets
  readonly origin: string
  /** Milliseconds since 1970. */
  readonly now: number
  /** True when an earlier attempt may have had its effect, though its answer was lost. */
  readonly isUncertain: boolean
}

/** The error of an answer with any other status, and the milliseconds that it asks to wait. */
export function parseError(
  answer: TransportResponse,
  request: FailedRequest,
  { secrets, origin, now, isUncertain }: ErrorContext,
): { error: APIError; asked: number | undefined } {
  const { status, text = "", headers } = answer
  const { known } = secrets
  const parsed = parseJson(answer)
  const body = parsed ? redactValue(parsed.value, known) : redactStart(text, known)
  const field = fieldReader(body)
  const stated = field("retry_at", isFilled)
  const asked = askedPause(headers, stated, now)
  // The popup endpoints say it in `error`. Spec: Errors.
  const said = field("message", isFilled) ?? field("error", isFilled)
  const redirect = describeRedirect(answer, request.method, origin)
  const what = (redirect && secrets.shown(redirect)) ?? (parsed ? "no message" : describe(answer, text, secrets))
  const place = `${request.method} ${request.path}`
  const doubt = isUncertain && status >= 404 && status < 500 && request.method !== "GET" ? doubtful : ""
  const detail = ((!redirect && said) || `${place} answered ${status} with ${what}`) + doubt
  const message = !redirect && said ? `${place} ${status}: ${detail}` : detail
  const retryAt = retryTime(stated, asked, now)
  const error = apiError({ status, headers: redactHeaders(headers, known), body, message, detail, retryAt }, request)
  return { error, asked }
}

/** The start of a long text; a secret that lies across its end shows no part of itself. */
function redactStart(text: string, known: readonly string[]): string {
  const longest = Math.max(0, ...known.map((secret) => secret.length))
  return redactText(text.slice(0, keptText + longest), known).slice(0, keptText)
}

const doubtful = " (an earlier attempt, whose answer was lost, may have had its effect)"

function retryTime(stated: string | undefined, pause: number | undefined, now: number): Date | undefined {
  const at = stated === undefined ? Number.NaN : Date.parse(stated)
  if (!Number.isNaN(at)) return new Date(at)
  return pause === undefined ? undefined : new Date(now + pause)
}
