import { profileCommand } from "../../line/command-text.ts"
import { UsageError } from "../../terminal/errors/cli-error.ts"

/** The error for an account that is named beside an API key; `from` says where, and `name` is the profile. */
export function accountOfKeyError(from: string, name: string | undefined): UsageError {
  const wayOut =
    from === "--account"
      ? "Leave it out"
      : from === "MAS_ACCOUNT_ID"
        ? "Unset it"
        : `Save the key again: ${profileCommand("login", name)}`
  return new UsageError(
    `${from.startsWith("profile") ? `the account of ${from}` : from} has no effect with an API key, which belongs to one account`,
    `${wayOut}, or sign in as a person: ${profileCommand("login", name)} --email ADDRESS`,
  )
}
