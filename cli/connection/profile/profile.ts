import type { RecipientRules } from "../../../sdk/sending/recipients/recipient-rules.ts"
import type { CliError } from "../../terminal/errors/cli-error.ts"

/** The resolved address and credentials, from flags, environment and profile. */
export interface Profile {
  /** The profile's name; undefined when flags or environment provide everything. */
  readonly name: string | undefined
  readonly baseUrl: string | undefined
  readonly apiKey: string | undefined
  /** A JWT, saved by `mas login --email`. */
  readonly token: string | undefined
  readonly brand: string | undefined
  readonly account: string | undefined
  /** `--account`, `MAS_ACCOUNT_ID` or a profile. */
  readonly accountFrom?: string | undefined
  /** Where the credential came from, for messages: `--api-key`, `MAS_API_KEY`, `profile default`. */
  readonly credentialFrom: string | undefined
  readonly baseUrlFrom: string | undefined
  /** The recipient guard's rules, with their source. */
  readonly recipients?: RecipientRules | undefined
  /** Why a given or saved credential must not be used; thrown when one is needed. */
  readonly withheld?: CliError | undefined
}

/** A profile as stored in the config file. */
export interface SavedProfile {
  readonly base_url?: string
  readonly api_key?: string
  readonly token?: string
  /** The e-mail address of the session's user. */
  readonly email?: string
  readonly brand?: string
  readonly account?: string
  /** Allowed recipients, comma-separated, as in `MAS_ALLOWED_RECIPIENTS`. */
  readonly allowed_recipients?: string
  /** Who gets the messages of all other recipients, as in `MAS_REDIRECT_TO`. */
  readonly redirect_to?: string
  /** Endpoints to allow although they reach people whom the call does not name; comma-separated. */
  readonly allow_unseen?: string
}

export interface Config {
  /** The current profile, used by default. */
  readonly current?: string
  readonly profiles: Readonly<Record<string, SavedProfile>>
}

/**
 * The actual target of a command, for questions: the profile if it provides address and credential, otherwise the
 * address and the credential's source.
 */
export function targetText({ name, baseUrl, baseUrlFrom, credentialFrom, brand, account }: Profile): string {
  const source = `profile ${name}`
  const isOwn =
    name !== undefined && baseUrlFrom === source && (credentialFrom === source || credentialFrom === undefined)
  const where = isOwn ? `in ${source} (${baseUrl})` : `at ${baseUrl}`
  const credential = isOwn || credentialFrom === undefined ? [] : [`credential of ${credentialFrom}`]
  const inside = [brand && `brand ${brand}`, account && `account ${account}`].filter((part) => part !== undefined)
  return [where, ...credential, ...inside].join(", ")
}
