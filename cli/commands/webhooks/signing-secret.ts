import { WebhookVerificationError } from "../../../sdk/webhooks/errors.ts"
import type { Context } from "../../connection/context.ts"
import { textOf } from "../../line/flag-values.ts"
import { readFileBytes } from "../../line/input/files.ts"
import { CliError, refusedValue, UsageError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"

/**
 * The signing secrets of `--secret`, the file after its `@`, or `MAS_WEBHOOK_SECRET`; otherwise asks on a terminal.
 * Several, separated by commas or spaces, are for secret rotation.
 */
export async function signingSecrets(context: Context): Promise<string[]> {
  const secretText = (await secretOfFlag(context)) ?? (context.io.env.MAS_WEBHOOK_SECRET || undefined)
  if (secretText === undefined && !context.isInteractive) {
    throw new UsageError(
      "missing --secret",
      "Give it as @file or - (stdin), or set MAS_WEBHOOK_SECRET. `mas webhooks secret <id>` prints an endpoint's.",
    )
  }
  const secrets = (secretText ?? (await context.ask.password("Signing secret:"))).split(/[\s,]+/).filter(Boolean)
  if (secrets.length === 0 || !secrets.every((secret) => secret.startsWith("whsec_"))) {
    throw refusedValue("the signing secret", "must begin with whsec_")
  }
  return secrets
}

const secretForm = /^whsec_[A-Za-z\d+/]+={0,2}$/

/** True for what the service can have made: text that is safe in a shell line. */
export const isSigningSecret = (text: string): boolean => secretForm.test(text)

export async function secretOfFlag({ io, flags }: Context): Promise<string | undefined> {
  const secretText = textOf(flags, "secret")
  if (!secretText?.startsWith("@")) return secretText
  return new TextDecoder().decode(readFileBytes(io, secretText.slice(1), "--secret")).trim()
}

/** Runs work that needs secret and signature; rethrows its errors with the names of the flags. */
export async function refusedSecret<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    if (error.reason === "invalid_secret") throw new CliError(error.message, exitCodes.validation, { cause: error })
    throw new CliError(`Not verified: ${error.message}`, exitCodes.failure, { code: error.reason, cause: error })
  }
}
