import { AuthenticationError } from "../../sdk/client/errors.ts"
import { saveConfig, withoutCredential } from "../connection/account/save-profile.ts"
import type { Context } from "../connection/context.ts"
import { isBuiltIn } from "../connection/profile/built-in-profiles.ts"
import { readConfig } from "../connection/profile/config-file.ts"
import type { Config, SavedProfile } from "../connection/profile/profile.ts"
import { noProfile } from "../connection/profile/resolve-profile.ts"
import { variableOf } from "../connection/profile/variables.ts"
import { CliError } from "../terminal/errors/cli-error.ts"
import { exitCodes } from "../terminal/errors/exit-codes.ts"

/** `mas logout`: ends the session at the service, and removes the credential here even when that fails. */
export async function run(context: Context): Promise<void> {
  const { io, globals } = context
  const config = await readConfig(io)
  const profileName = globals.profile ?? variableOf(io.env, "MAS_PROFILE") ?? config.current
  const name = profileName ?? "default"
  const saved = Object.hasOwn(config.profiles, name) ? config.profiles[name] : undefined
  if (profileName !== undefined && saved === undefined && !isBuiltIn(profileName)) throw noProfile(profileName, config)
  if (saved?.api_key === undefined && saved?.token === undefined) {
    throw new CliError(`The profile ${name} has no credential`, exitCodes.credentials, {
      code: "not_logged_in",
      hint: "`mas profiles list` shows the profiles.",
    })
  }
  const { token } = saved
  const failure = token === undefined ? undefined : await endSession(context, saved)
  if (failure !== undefined && globals["dry-run"]) throw failure
  const done =
    token === undefined
      ? `The API key of the profile ${name} is forgotten here. It is still valid: revoke it in the dashboard if it leaked.`
      : failure === undefined
        ? sessionEnded(name)
        : "Removed here, but the service was not reached: the session remains valid until it expires."
  await saveConfig(context, (latest) => forget(name, latest), done)
  if (failure !== undefined) throw failure
}

export const sessionEnded = (name: string): string => `The session of the profile ${name} has ended.`

/** Removes a profile's credential from the config. A profile with a built-in name is removed, which restores the built-in one. */
export function forget(name: string, config: Config): Config {
  const { [name]: saved, ...profiles } = config.profiles
  if (saved === undefined || isBuiltIn(name)) return { ...config, profiles }
  return { ...config, profiles: { ...profiles, [name]: withoutCredential(saved) } }
}

/** The reason why the session could not be ended; undefined on success. */
async function endSession(context: Context, { base_url, token }: SavedProfile): Promise<unknown> {
  try {
    const client = await context.client({ baseUrl: base_url, token })
    await client.auth.logout({ signal: context.io.signal })
    return undefined
  } catch (error) {
    // An unknown session has already ended.
    return error instanceof AuthenticationError ? undefined : error
  }
}
