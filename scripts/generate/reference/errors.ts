import type { EndpointSpec } from "../../../sdk/contract/core/endpoint.ts"
import { errorStatuses, isPopupError } from "../../../sdk/contract/core/endpoints.ts"
import { errorCodes, statusErrorCodes } from "../../../sdk/contract/core/error-codes.ts"
import { table } from "./markdown.ts"

type Code = (typeof errorCodes)[number]

const ofTheirOwn: Partial<Record<Code, number>> = {
  idempotency_key_required: 400,
  idempotency_conflict: 409,
  duplicate_campaign_send: 409,
  template_version_conflict: 409,
  attachment_unscanned: 409,
  audience_invalid: 422,
  campaign_locked: 422,
  sending_capacity_reached: 429,
}

/** What to do for each error code. */
const waysOut: Readonly<Record<Code, string>> = {
  bad_request: "Correct the request: it is not JSON, or the command is not possible.",
  idempotency_key_required: "Send a key built from your own ids.",
  unauthorized: "Check the credential; sign in again if it has expired.",
  forbidden: "Use a credential of an accepted kind, or ask the owner or an admin.",
  not_found: "Check id, brand and account: records of others are not found.",
  method_not_allowed: "Use a method that `Allow` names.",
  conflict: "Read the record again, then decide.",
  idempotency_conflict:
    "The key was used with other content. Check how your keys are built; use a new key for each operation.",
  duplicate_campaign_send: "It is already sent or scheduled: do nothing.",
  template_version_conflict:
    "Read the template, apply the change to that version, and send its number as `if_version`.",
  attachment_unscanned: "Wait for the scan, or send `acknowledge_unscanned=true`.",
  payload_too_large: "Send less at once.",
  unsupported_media_type: "Send JSON without `Content-Encoding`; an import as multipart.",
  validation_error: "Correct the fields that `validation_errors` names.",
  audience_invalid: "Give a whole number from 1.",
  campaign_locked: "Create a new campaign: this one was sent or is about to be.",
  rate_limited: "Wait as long as `Retry-After` says.",
  sending_capacity_reached: "Wait until `retry_at`, or use one of `capacity_recovery.recovery_actions`.",
  internal_error: "Try again later; tell support the request's id.",
  upstream_unavailable: "Wait as long as `Retry-After` says.",
}

/** Every `error_code`, by its status. */
export function errorTable(): string {
  const general = new Map<string, number>(
    Object.entries(statusErrorCodes).map(([status, code]) => [code, Number(status)]),
  )
  const rows = errorCodes.map((code) => {
    const status = general.get(code) ?? ofTheirOwn[code]
    if (status !== undefined && Object.hasOwn(waysOut, code)) return [status, code] as const
    throw new Error(
      `scripts/generate/reference/errors.ts lacks the ${status === undefined ? "status" : "way out"} of ${code}`,
    )
  })
  const sorted = rows.toSorted(([a], [b]) => a - b)
  return table(
    ["status", "`error_code`", "what to do"],
    sorted.map(([status, code]) => [String(status), `\`${code}\``, waysOut[code]]),
  )
}

/** Codes of single endpoints. Those for idempotency keys and invalid values follow from the contract. */
const particular: Readonly<Record<string, readonly Code[]>> = {
  "attachments.download": ["attachment_unscanned"],
  "campaigns.send": ["duplicate_campaign_send"],
  "campaigns.update": ["campaign_locked"],
  "messages.send": ["sending_capacity_reached"],
  "templates.sendTest": ["sending_capacity_reached"],
  "templates.update": ["template_version_conflict"],
}

/** The possible errors of an endpoint: each status with its codes, ascending. */
export function codesOf(name: string, spec: EndpointSpec): [status: number, codes: Code[]][] {
  const own: Code[] = [...(particular[name] ?? [])]
  if (spec.idempotency === "required") own.push("idempotency_key_required")
  if (spec.idempotency !== undefined) own.push("idempotency_conflict")
  return errorStatuses(spec).map((status) => {
    const general = (status === 422 && spec.invalid?.errorCode) || statusErrorCodes[status]
    const others = own.filter((code) => ofTheirOwn[code] === status)
    return [status, isPopupError(spec, status) ? [] : [general, ...others]]
  })
}
