import { redactHeaders, redactText, redactValue } from "../../contract/core/redact.ts"
import { areMicrotasksHeld, heldBody } from "../../webhooks/held-microtasks.ts"
import { type APIError, type FailedRequest, ResponseValidationError } from "../errors.ts"
import { warn } from "../hooks.ts"
import { fieldReader, isDate, isFilled } from "../transport/fields.ts"
import { codingOf } from "../transport/headers.ts"
import type { TransportResponse } from "../transport/transport.ts"
import { apiError } from "./api-error.ts"
import type { Success } from "./attempt.ts"
import type { Call } from "./call.ts"
import { describeRedirect } from "./redirect.ts"
import { statedPauseOf } from "./retry-pauses.ts"
import type { CallSecrets } from "./secrets.ts"

/** The end of what a `Date` can hold: a longer pause ends there, as "never" must not become "at once". */
const latestDate = 8.64e15

/** Maximum length of an error body that is not JSON. */
const keptText = 65_536

function readJson(
  { text = "", cut, headers }: TransportResponse,
  secrets: CallSecrets,
  maxBytes: number,
): { readonly value?: unknown; readonly problem?: string } {
  const coding = codingOf(headers)
  try {
    if (!cut && !coding) return { value: JSON.parse(text) }
  } catch {}
  if (cut && areMicrotasksHeld()) return { problem: `a body that ${heldBody}` }
  if (cut) return { problem: `a body that is too large (more than maxResponseBytes, ${maxBytes})` }
  if (text.trim() === "") return { problem: "an empty body" }
  if (coding) return { problem: `a body encoded as ${secrets.shown(coding)}, which cannot be read here` }
  const isPage = /^\s*<(!doctype|html)/i.test(text)
  return { problem: isPage ? "an HTML page" : "a body that is not valid JSON" }
}

/** The data of a response with a success status. */
export function parseSuccess({ response, request, secrets }: Success, { target, settings }: Call): unknown {
  const { status, text = "" } = response
  const mayBeEmpty = target.isUnknown || target.status === 204 || target.response === null
  if (status === 204 && text === "" && mayBeEmpty) return undefined
  const { value, problem } = readJson(response, secrets, settings.maxResponseBytes)
  const isList = !target.paginated || Array.isArray(value)
  if (!problem && isList) {
    const id = roundedId(text)
    if (id === undefined) return value
    const warning = `${request.method} ${request.path} responded with ${id}, which is past 2^53: its last digits are lost`
    // A write has had its effect: it must not look like one that failed.
    if (request.method === "GET") throw new ResponseValidationError(warning, request, status)
    warn(settings.logger, warning, { status })
    return value
  }
  const effect = request.method === "GET" ? "" : "; it has probably taken effect"
  const what = problem ?? "something that is not a list"
  const message = `${request.method} ${request.path} succeeded with status ${status}${effect}, but responded with ${what}`
  throw new ResponseValidationError(message, request, status)
}

/** The first id in JSON that a number cannot hold exactly, such as `"id": 9007199254740993`. */
function roundedId(text: string): string | undefined {
  // Most responses have no number of so many digits.
  if (!/\d{16}/.test(text)) return undefined
  // Matching whole strings first: what a text holds is no field.
  for (const [field, digits = "", list = ""] of text.matchAll(
    /"(?:[a-z_]*_)?ids?"\s*:\s*(?:(-?\d{16,})\b(?![.eE])|\[([\d\s,-]*)\])|"(?:[^"\\]|\\.)*(?:"|\\?$)/gs,
  )) {
    const lost = [digits, ...list.split(",")].some((number) => !Number.isSafeInteger(Number(number)))
    if (lost) return field.replace(/\s+/g, " ").slice(0, 100)
  }
  return undefined
}

interface ErrorContext {
  readonly secrets: CallSecrets
  readonly origin: string
  /** The limit of bytes that were read. */
  readonly maxBytes: number
  /** Milliseconds since 1970. */
  readonly now: number
  /** True when an earlier attempt may have had its effect although its response was lost. */
  readonly isUncertain: boolean
}

/** The error of a response with any other status, and the pause in milliseconds that it asks for. */
export function parseError(
  response: TransportResponse,
  request: FailedRequest,
  { secrets, origin, maxBytes, now, isUncertain }: ErrorContext,
): { error: APIError; statedPause: number | undefined } {
  const { status, text = "", headers } = response
  const { known: secretTexts } = secrets
  const { value, problem } = readJson(response, secrets, maxBytes)
  const body = problem ? redactStart(text, secretTexts) : redactValue(value, secretTexts)
  const field = fieldReader(body)
  const stated = field("retry_at", isFilled)
  const statedPause = statedPauseOf(headers, stated, now)
  const redirect = describeRedirect(response, request.method, origin)
  // The popup endpoints use the field `error`. Spec: Errors.
  const apiMessage = redirect ? undefined : (field("message", isFilled) ?? field("error", isFilled))
  const what = redirect ? secrets.shown(redirect) : (problem ?? "no message") + (status === 407 ? proxyPassword : "")
  const label = `${request.method} ${request.path}`
  const doubt = isUncertain && status >= 404 && status < 500 && request.method !== "GET" ? doubtful : ""
  const detail = (apiMessage ?? `${label} responded with ${status} with ${what}`) + doubt
  // At most five lines: a terminal prints the whole message of an uncaught error.
  const message = apiMessage ? `${label} ${status}: ${apiMessage.split("\n", 5).join("\n")}${doubt}` : detail
  // Not `retry_at` itself: it is by the service's clock.
  const time = new Date(Math.min(now + Number(statedPause), latestDate))
  const retryAt = isDate(time) ? time : undefined
  const error = apiError(
    { status, headers: redactHeaders(headers, secretTexts), body, message, detail, retryAt },
    request,
  )
  return { error, statedPause }
}

/** The beginning of a long text. A secret that crosses the cut is removed as a whole. */
function redactStart(text: string, secrets: readonly string[]): string {
  // Longest secrets first: one may contain another.
  const [longest = ""] = secrets
  return redactText(text.slice(0, keptText + longest.length), secrets).slice(0, keptText)
}

const proxyPassword = ": the proxy asks for a password: put user and password into its address"
const doubtful = " (an earlier attempt, whose response was lost, may have had its effect)"
