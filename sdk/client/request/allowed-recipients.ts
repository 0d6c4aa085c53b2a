import type { Call } from "./call.ts"
import type { ClientRules } from "./client-rules.ts"

/**
 * Applies the client's recipient rules to a call. The guard is loaded with the first call of a client that has rules.
 * @throws RecipientRefusedError
 */
export async function withAllowedRecipients(call: Call, { rules }: ClientRules): Promise<Call> {
  const { logger, basePath } = call.settings
  const { checkRecipients } = await import("../../sending/recipients/check-recipients.ts")
  return { ...call, ...checkRecipients({ ...call, path: call.path.slice(basePath.length) }, rules, logger) }
}
