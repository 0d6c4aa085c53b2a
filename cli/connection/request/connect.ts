import type { ClientOptions } from "../../../sdk/client/options.ts"
import { defined } from "../../../sdk/client/transport/fields.ts"
import type { Transport } from "../../../sdk/client/transport/transport.ts"
import { headerNames } from "../../../sdk/contract/core/headers.ts"
import { memoryCeiling } from "../../../sdk/stores/memory-ceiling.ts"
import type { GlobalFlags } from "../../line/command/global-flags.ts"
import type { CommandSpec } from "../../line/command/spec.ts"
import { isAgent } from "../../line/run-mode.ts"
import { UsageError } from "../../terminal/errors/cli-error.ts"
import type { Io } from "../../terminal/io.ts"
import { accountOfKeyError } from "../profile/account-of-key.ts"
import { addressError } from "../profile/address.ts"
import type { Profile } from "../profile/profile.ts"
import { noCredentialError } from "../profile/resolve-profile.ts"
import { misspeltVariable } from "../profile/variables.ts"
import { ceilingOf } from "./ceiling.ts"

export interface Connection {
  readonly io: Io
  readonly globals: GlobalFlags
  readonly transport: Transport
  /** False when the command needs no credential. */
  readonly needsCredential: boolean
  /** Called before a retry; absent in non-interactive use. */
  readonly note: ((text: string) => void) | undefined
}

export function clientOptions(profile: Profile, connection: Connection): ClientOptions {
  if (profile.baseUrl === undefined) {
    throw new UsageError(
      "no address of the service is set",
      [
        misspeltVariable(connection.io.env, "MAS_BASE_URL"),
        "Give --base-url, set MAS_BASE_URL, or use a profile; --profile mock is the local mock server.",
      ]
        .filter(Boolean)
        .join(" "),
    )
  }
  const problem = addressError({ url: profile.baseUrl, from: profile.baseUrlFrom })
  if (problem) throw problem
  // A dry run shows what would be sent, which needs no credential.
  const { token, apiKey } = profile
  // What somebody names now, or saved with the key. A session's account is left aside where a key replaces the session.
  const { account, accountFrom, credentialFrom } = profile
  const isNamed = accountFrom === "--account" || accountFrom === "MAS_ACCOUNT_ID" || accountFrom === credentialFrom
  if (apiKey !== undefined && accountFrom !== undefined && isNamed) throw accountOfKeyError(accountFrom, profile.name)
  const isBare = connection.globals["dry-run"] && token === undefined && apiKey === undefined
  if (profile.withheld && !isBare && connection.needsCredential) throw profile.withheld
  return {
    baseUrl: profile.baseUrl,
    ...(isBare ? { token: () => undefined } : {}),
    // A dry run counts nothing.
    ceiling: connection.globals["dry-run"] ? { store: memoryCeiling() } : ceilingOf(connection.io),
    ...defined({
      token,
      apiKey,
      brandSid: profile.brand,
      accountId: apiKey === undefined ? account : undefined,
      recipients: profile.recipients,
    }),
    ...wayOptions(connection),
  }
}

/**
 * The options with the brand and account that they name and no other: the client would read the variables, which are another
 * profile's where the command line has left them aside.
 */
export function withoutVariables(options: ClientOptions): ClientOptions {
  const { brandSid, accountId } = options
  const headers = {
    ...(brandSid === undefined ? { [headerNames.brand]: null } : {}),
    ...(accountId === undefined ? { [headerNames.account]: null } : {}),
  }
  return { ...options, headers }
}

/** The options that do not depend on the profile. */
export function wayOptions({ globals, io, transport, note }: Connection): ClientOptions {
  const isAgentOff = (globals.agent === false || Boolean(io.env.MAS_AGENT)) && !isAgent(globals, io.env)
  return {
    ...(isAgentOff ? { reportAgent: false } : {}),
    ...defined({ timeout: globals.timeout, maxRetries: globals["max-retries"] }),
    ...(globals["dry-run"] ? { maxRetries: 0 } : {}),
    transport,
    ...(note ? { logger: { info: note } } : {}),
  }
}

/** Throws when a needed credential is missing: the request would only be a 401. */
export function requireCredential(profile: Profile, { endpoint }: CommandSpec): void {
  if (endpoint?.auth === false) return
  if (profile.withheld) throw profile.withheld
  if (profile.credentialFrom !== undefined) return
  throw noCredentialError(profile)
}
