import type { Call } from "./call.ts"

/**
 * Applies the client's recipient rules to a call. The guard is loaded with the first call of a client that has rules.
 * @throws RecipientRefusedError
 */
export async function withAllowedRecipients(call: Call): Promise<Call> {
  const { recipients, logger, basePath } = call.settings
  if (!recipients) return call
  const { checkRecipients } = await import("../../sending/recipients/check-recipients.ts")
  return { ...call, ...checkRecipients({ ...call, path: call.path.slice(basePath.length) }, recipients.rules, logger) }
}
