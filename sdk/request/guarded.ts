import type { Call } from "./call.ts"

/**
 * The call as the client's rules for recipients let it go. What judges loads with the first call of a client that has such rules.
 * @throws RecipientRefusedError
 */
export async function guarded(call: Call): Promise<Call> {
  const { recipients, logger } = call.settings
  if (!recipients) return call
  const { guard } = await import("../recipients/recipient-guard.ts")
  return { ...call, ...guard(call, recipients.rules, logger) }
}
