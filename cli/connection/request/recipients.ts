import { fillPath } from "../../../sdk/client/request/address.ts"
import type { CommandSpec } from "../../line/command/spec.ts"
import type { Profile } from "../profile/profile.ts"
import type { RequestParts } from "./request-input.ts"

/**
 * The recipients that the guard redirects a call to; undefined when it is not redirected. The client checks each call
 * when sending; this is for messages beforehand.
 * @throws RecipientRefusedError when the call must not be sent.
 */
export async function redirectionOf(
  { endpoint }: CommandSpec,
  { params, body }: RequestParts,
  { recipients }: Profile,
): Promise<string | undefined> {
  if (!recipients || !endpoint) return undefined
  const { applyRules } = await import("../../../sdk/sending/recipients/check-recipients.ts")
  const { method } = endpoint
  const path = fillPath(endpoint.path, params)
  const call = { method, path, headers: {}, body: body === undefined ? null : JSON.stringify(body) }
  return applyRules(call, recipients, { method, path, attempts: 0, idempotencyKey: undefined }).redirectedTo
}
