import { fillPath } from "../../sdk/request/address.ts"
import type { CommandSpec } from "../command/spec.ts"
import type { Profile } from "../profile/profile.ts"
import type { RequestParts } from "./request-input.ts"

/**
 * Whom the recipient guard redirects a call to; undefined where it goes to whom it names. The client checks each call as it is
 * sent; this is for what is said before.
 * @throws RecipientRefusedError where the call may not be sent at all.
 */
export async function redirectionOf(
  { endpoint }: CommandSpec,
  { params, body }: RequestParts,
  { recipients }: Profile,
): Promise<string | undefined> {
  if (!recipients || !endpoint) return undefined
  const { applyRules } = await import("../../sdk/recipients/recipient-guard.ts")
  const { method } = endpoint
  const path = fillPath(endpoint.path, params)
  const call = { method, path, headers: {}, body: body === undefined ? null : JSON.stringify(body) }
  return applyRules(call, recipients, { method, path, attempts: 0, idempotencyKey: undefined }).redirectedTo
}
