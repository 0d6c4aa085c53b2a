import type { RecipientRules } from "../../sdk/recipients/rules.ts"
import type { CliError } from "../errors/cli-error.ts"

/** Where requests go and with what, after flags, environment and profile have been laid over each other. */
export interface Profile {
  /** The profile's name; undefined when flags or environment say everything. */
  readonly name: string | undefined
  readonly baseUrl: string | undefined
  readonly apiKey: string | undefined
  /** A JWT, kept by `mas login --email`. */
  readonly token: string | undefined
  readonly brand: string | undefined
  readonly account: string | undefined
  /** Where the credential came from, for messages: `--api-key`, `MAS_API_KEY`, `profile default`. */
  readonly credentialFrom: string | undefined
  readonly baseUrlFrom: string | undefined
  /** Who may be written to, and where that is said. */
  readonly recipients?: RecipientRules | undefined
  /** Why there is no credential, where one was given or kept and may not be used; thrown where one is needed. */
  readonly withheld?: CliError | undefined
}

/** A profile as the config file holds it. */
export interface SavedProfile {
  readonly base_url?: string
  readonly api_key?: string
  readonly token?: string
  /** The e-mail address that the token was given for. */
  readonly email?: string
  readonly brand?: string
  readonly account?: string
  /** Who may be written to, with commas between, as in `MAS_ALLOWED_RECIPIENTS`. */
  readonly allowed_recipients?: string
  /** Who gets what others would have got, as in `MAS_REDIRECT_TO`. */
  readonly redirect_to?: string
  /** Endpoints that may be called although they reach people whom the call does not name, with commas between. */
  readonly allow_unseen?: string
}

export interface Config {
  /** The profile in use when none is named. */
  readonly current?: string
  readonly profiles: Readonly<Record<string, SavedProfile>>
}

/** Where a command really goes, for questions: the profile where address and credential are its own, else the address and whose credential goes along. */
export function targetText({ name, baseUrl, baseUrlFrom, credentialFrom, brand, account }: Profile): string {
  const own = `profile ${name}`
  const isOwn = name !== undefined && baseUrlFrom === own && (credentialFrom === own || credentialFrom === undefined)
  const where = isOwn ? `in ${own} (${baseUrl})` : `at ${baseUrl}`
  const credential = isOwn || credentialFrom === undefined ? [] : [`credential of ${credentialFrom}`]
  const inside = [brand && `brand ${brand}`, account && `account ${account}`].filter((part) => part !== undefined)
  return [where, ...credential, ...inside].join(", ")
}
