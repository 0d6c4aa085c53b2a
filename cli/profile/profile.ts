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
}

/** The config file. */
export interface Config {
  /** The profile in use when none is named. */
  readonly current?: string
  readonly profiles: Readonly<Record<string, SavedProfile>>
}
