import { WebhookVerificationError } from "../../sdk/webhooks/errors.ts"
import { CliError } from "../errors/cli-error.ts"
import { exitCodes } from "../errors/exit-codes.ts"

/** Does something that needs secret and signature, and says in the command line's words why it cannot be done. */
export function refusedSecret<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    if (error.reason === "invalid_secret")
      throw new CliError(error.message, exitCodes.validation, { code: "validation_error", cause: error })
    throw new CliError(`Not verified: ${error.message}`, exitCodes.failure, { code: error.reason, cause: error })
  }
}
