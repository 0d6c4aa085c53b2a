import { type APIError, IdempotencyConflictError } from "../../../sdk/client/errors.ts"
import { isInDoubt } from "../../../sdk/client/request/final-error.ts"
import { defined } from "../../../sdk/client/transport/fields.ts"
import { type Address, originOf, withoutApiPath } from "../../connection/profile/address.ts"
import type { Profile } from "../../connection/profile/profile.ts"
import { commandText, profileCommand } from "../../line/command-text.ts"

export interface Place {
  /** `mas messages send`, or the part that was typed. */
  readonly command: string
  readonly profile?: Profile | undefined
  /** The address of the request, if known. */
  readonly address?: Address | undefined
  /** True when the command has no argument, so that no id can be wrong. */
  readonly isWithoutId?: boolean
}

export function apiHint(error: APIError, target: Place): string {
  const { profile, command, address, isWithoutId = false } = target
  const ofAddress = webhookAddressHint(error) ?? wrongAddressHint(error, target)
  if (ofAddress !== undefined) return ofAddress
  const from = profile?.credentialFrom
  const later = laterOf(error)
  const login = profileCommand("login", profile?.name)
  const { name, account, accountFrom } = profile ?? {}
  const flags = {
    profile: name ? [name] : undefined,
    account: accountFrom === "--account" && account ? [account] : undefined,
  }
  const whoami = commandText({ words: ["whoami"], flags: defined(flags) })
  switch (error.status) {
    case 401:
      if (error.path === "/v1/login" && address)
        return `${address.url} refused the e-mail address or the password: check both.`
      return from
        ? `The credential came from ${from}. \`${login}\` saves another one.`
        : `Run \`${login}\`, or set MAS_API_KEY.`
    case 403:
      if (account !== undefined && profile?.apiKey === undefined)
        return `This credential${from ? ` (from ${from})` : ""} is not allowed to do that in account ${account} (from ${accountFrom}): \`${whoami}\` shows its role there.`
      return `This credential${from ? ` (from ${from})` : ""} is not allowed to do that: \`${command} --help\` lists the allowed kinds.`
    case 404:
      if (command.startsWith("mas mock "))
        return "Check it, and which mock server and world that is (`mas mock worlds`)."
      if (isWithoutId && address) {
        return `Check the brand and account that the profile selects (\`${whoami}\`). ${originOf(address)}`.trim()
      }
      return `Check the id, and the brand and account that the profile selects (\`${whoami}\`).`
    case 409:
      return error instanceof IdempotencyConflictError
        ? "This --idempotency-key was used for another request: use another key, or send the same request."
        : later || "Look at its present state, then decide."
    case 413:
      return "Send less at once."
    case 429:
      return [error.capacityRecovery?.label && `${error.capacityRecovery.label}.`, later].filter(Boolean).join(" ")
    default:
      // What to do about a write in doubt is added to the report.
      return later || isInDoubt(error) ? later : `See \`${command} --help\`.`
  }
}

/** Advice for an error that may pass; empty for any other. A mock server's 408 says that a wait is over. */
function laterOf({ disposition, path, retryAt }: APIError): string {
  if (disposition === "final" || path.startsWith("/_mock/")) return ""
  return retryAt ? `Try again after ${retryAt.toISOString()}.` : "Try again later."
}

/** The hint for a response that is not the service's, or for an address that repeats the start of every path. */
export function wrongAddressHint(error: APIError, { address, command }: Place): string | undefined {
  const isOfMock = command.startsWith("mas mock ")
  const later = laterOf(error) && `${laterOf(error)} `
  const origin = address === undefined ? "" : ` ${originOf(address)}`
  const base = address && withoutApiPath(address.url)
  if (base !== undefined && (error.status === 404 || error.status === 405))
    return `Every path already begins with /v1: use the address ${base}.${origin}`
  const isRedirect = error.status >= 300 && error.status < 400
  if (isRedirect) return `The address redirects: use its target instead.${origin}`
  if (isOfMock && error.header("X-MAS-Mock") === null) return `${later}That is not a mock server.${origin}`
  return isServiceResponse(error)
    ? undefined
    : `${later}That is not a response of the service: check the address.${origin}`
}

/** True when a response can be the service's: empty or an object; its 404 has a body. Spec: Errors. */
export function isServiceResponse({ body, status }: APIError): boolean {
  if (typeof body !== "object" || body === null) return body === "" && status !== 404
  const fields = Object.keys(body)
  return status !== 404 || fields.length === 0 || fields.some((name) => /^(error|code|message)$/.test(name))
}

const addressRule = "An endpoint needs a public https:// address."
/** How to make a mock server accept an endpoint's address that it refused. */
export const mockAddressHint = `${addressRule} For one on this machine: \`mas mock --local-webhooks\`; elsewhere: \`--allow-webhooks-to <host[:port]>\`.`

/** How to receive webhooks when an endpoint's address was refused. */
function webhookAddressHint(error: APIError): string | undefined {
  if (!/\/webhooks(\/\d+)?$/.test(error.path) || error.validationErrors?.url === undefined) return undefined
  if (error.header("X-MAS-Mock") !== null) return mockAddressHint
  return `${addressRule} \`mas webhooks listen\` brings events to this machine.`
}

/** Fields that the report already contains. */
const reported = new Set(["error", "code", "error_code", "status", "message", "hint", "docs", "next_command"])

/** Everything else in the response: the retry time, remedies, and any further fields. */
export function responseFields({ body, retryAt, requestId }: APIError): Record<string, unknown> {
  const fields = typeof body === "object" && body !== null && !Array.isArray(body) ? Object.entries(body) : []
  return {
    ...Object.fromEntries(fields.filter(([name]) => !reported.has(name))),
    ...(retryAt ? { retry_at: retryAt.toISOString() } : {}),
    ...(requestId === undefined ? {} : { request_id: requestId }),
  }
}
