import { headerNames, idempotencyKeyLength } from "../../contract/core/headers.ts"
import { isIdempotencyKey } from "../../contract/core/idempotency-key.ts"
import { redactText } from "../../contract/core/redact.ts"
import { jsonBody } from "../../files/json-body.ts"
import { openUpload } from "../../files/open-upload.ts"
import type { StreamLease } from "../../files/stream-lease.ts"
import type { Upload } from "../../files/upload.ts"
import type { TemplateReference } from "../../sending/template-message.ts"
import { InvalidArgumentError } from "../errors.ts"
import { randomKey } from "../idempotency.ts"
import type { IdempotentOptions } from "../options.ts"
import { fieldReader, isObject, isText } from "../transport/fields.ts"
import { headerValue } from "../transport/header-values.ts"
import { addQuery, fillPath, inUtc } from "./address.ts"
import { abortSignal, check, checkCallOptions } from "./options-check.ts"
import { isRepeatable } from "./retry-pauses.ts"
import { extendSettings, type Settings } from "./settings.ts"
import { type Target, validTarget } from "./target.ts"

/** The parts of a request as the caller passes them. */
export interface RequestInput {
  /** The parameters in the path, by name. */
  readonly params?: object | undefined
  /** A record, `URLSearchParams`, a `Map` or pairs. */
  readonly query?: object | undefined
  /** The body, sent as JSON; where the contract has an upload, its fields with the `file`, as multipart/form-data. */
  readonly body?: unknown
}

/** The same with the lease of the stream in the body. */
export interface LeasedInput extends RequestInput {
  readonly lease?: StreamLease | undefined
  /** How often the client had been closed when the call began. Default: until now. */
  readonly closings?: number
}

/** A checked call: everything that stays the same for all attempts. */
export interface Call {
  readonly target: Target
  readonly settings: Settings
  /** With the query, without the origin. */
  readonly path: string
  /** For messages: without the query, the path of `baseUrl` and secrets. */
  readonly shownPath: string
  /** All headers except the credential. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Upload | null
  /** The body as the caller passed it, with its template's id. */
  readonly content: unknown
  readonly idempotencyKey: string | undefined
  /** True when sending it twice has the same effect as sending it once. */
  readonly isRepeatable: boolean
  /** The caller's signal, or one that also includes the deadline. */
  readonly signal: AbortSignal | undefined
  /** The caller's own signal. */
  readonly given: AbortSignal | undefined
  /** The caller's signal that ends only what waits. */
  readonly waitSignal: AbortSignal | undefined
  /** True when what waits is given up: by `waitSignal`, or because the client was closed after the call began. */
  readonly isGivenUp: () => boolean
  /** Milliseconds for one attempt; 0 means no limit. */
  readonly timeout: number
}

const requestParts = ["params", "query", "body"]
const defaultTimeout = 30_000
const uploadTimeout = 600_000

/** Checks and prepares a call; nothing is sent if it is refused here. Synchronous, except for uploads and template references. */
export function prepareCall(
  callTarget: Target,
  input: LeasedInput,
  options: IdempotentOptions,
  base: Settings,
): Call | Promise<Call> {
  const { idempotencyKey, signal, waitSignal, ...others } = options
  checkCallOptions(others)
  const settings = Object.keys(others).length === 0 ? base : extendSettings(base, others)
  check("signal", signal, abortSignal)
  check("waitSignal", waitSignal, abortSignal)
  const { lease, closings = base.lifetime.closings, ...parts } = input
  const misplaced = Object.keys(parts).find((name) => !requestParts.includes(name))
  if (misplaced !== undefined)
    throw new InvalidArgumentError(
      misplaced,
      "is no part of a request, which are params, query and body: give it with the options, after them",
    )
  const path = fillPath(callTarget.path, input.params)
  // A base address can end below another path, or hold the first part of the contract's.
  const target = validTarget(validTarget(callTarget, path), settings.basePath + path)
  // A template of `templates/`, whose id loads on demand.
  const template = fieldReader(input.body)("template_id", isObject<TemplateReference<unknown>>)
  if (template)
    return import("./template-id.ts").then(({ withTemplateId }) =>
      prepareCall(
        callTarget,
        { ...input, closings, body: withTemplateId(input.body, template, settings) },
        options,
        base,
      ),
    )
  const key = chooseKey(target, idempotencyKey, input.body)
  // The popup flow's session is a credential, too.
  const isSigned = settings.credential.isGiven || Object.keys(settings.headers).some((name) => /^cookie$/i.test(name))
  if (!isSigned && target.auth !== false && !target.isUnknown)
    throw new InvalidArgumentError("apiKey", `is missing for ${nameOf(target)}: give it or token, or set MAS_API_KEY`)
  const headers: Record<string, string> = { ...settings.headers }
  if (key !== undefined) headers[headerNames.idempotencyKey] = key
  const settle = (body: Call["body"]): Call => {
    if (body && target.method === "GET") throw new InvalidArgumentError("body", "cannot go with GET")
    if (isText(body)) headers["Content-Type"] = "application/json"
    else if (body) Object.assign(headers, body.headers)
    return {
      target,
      settings,
      path: settings.basePath + addQuery(path, input.query, target.timestamps),
      // Texts from the contract contain no secret.
      shownPath: target.name !== undefined && path === target.path ? path : shownPath(path, target.path),
      headers,
      body,
      content: input.body,
      idempotencyKey: key,
      isRepeatable: isRepeatable(target.method, key, input.body),
      signal: lease ? lease.signal(signal) : signal,
      given: signal,
      waitSignal,
      isGivenUp: () => waitSignal?.aborted || base.lifetime.closings > closings,
      timeout: settings.timeout ?? (target.upload ? uploadTimeout : defaultTimeout),
    }
  }
  return target.upload
    ? openUpload(input.body, lease).then(settle)
    : settle(JSON.stringify(withTimestamps(jsonBody(input.body, "body"), target.timestamps)) ?? null)
}

function shownPath(path: string, template: string): string {
  const bare = path.replace(/\?.*/, "")
  return redactText(bare) === bare ? bare : redactText(template.replace(/\?.*/, ""))
}

/**
 * The caller's key, or a new one for this call if the endpoint reads keys but requires none. An endpoint that reads no key gets
 * none: a repeated call would have two effects.
 */
function chooseKey(target: Target, option: string | undefined, body: unknown): string | undefined {
  const { idempotency } = target
  // An event may carry its key in the body. The header takes precedence, so a generated header would override it.
  const callerKey = option === undefined ? idempotency && fieldReader(body)("idempotency_key", isText) : option
  if (callerKey === undefined) {
    if (idempotency === "optional") return randomKey()
    if (idempotency === undefined) return undefined
    const rule = `is required by ${nameOf(target)}: a key that you can make again after a restart`
    throw new InvalidArgumentError("idempotencyKey", rule)
  }
  if (!idempotency && !target.isUnknown)
    throw new InvalidArgumentError("idempotencyKey", `is not read by ${nameOf(target)}: leave it out`)
  const key = headerValue("idempotencyKey", callerKey)
  // Whitespace around a header value is not part of it.
  if (!isIdempotencyKey(key) || key !== key.trim()) {
    const rule = `must be 1 to ${idempotencyKeyLength} printable ASCII characters, with no space at either end`
    throw new InvalidArgumentError("idempotencyKey", rule)
  }
  return key
}

function nameOf({ name, method, path }: Target): string {
  return name ?? `${method} ${redactText(path)}`
}

function withTimestamps(body: unknown, names: Target["timestamps"] = []): unknown {
  const presentNames = names.filter((name) => isText(fieldReader(body)(name, isText)))
  if (presentNames.length === 0 || !isObject(body)) return body
  return { ...body, ...Object.fromEntries(presentNames.map((name) => [name, inUtc(Reflect.get(body, name))])) }
}
