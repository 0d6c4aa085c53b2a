import { defined } from "../../../sdk/client/transport/fields.ts"
import type { Context } from "../context.ts"
import { changeConfig, repairConfig } from "../profile/change-config.ts"
import { configPath } from "../profile/config-file.ts"
import type { Config, SavedProfile } from "../profile/profile.ts"
import { variableOf } from "../profile/variables.ts"

/** Changes the config and notes the outcome; a dry run only notes that nothing changed. */
export async function saveConfig(
  { io, globals, note }: Context,
  change: (config: Config) => Config,
  done: string,
): Promise<void> {
  if (globals["dry-run"]) return note("Nothing was changed: this is a dry run.")
  await changeConfig(io, change)
  note(done)
}

/** The profile that stores a credential: `--profile`, `MAS_PROFILE`, or `default`. */
export const profileToSave = ({ io, globals }: Context): string =>
  globals.profile ?? variableOf(io.env, "MAS_PROFILE") ?? "default"

/**
 * Saves a credential in a profile and makes it the current one; returns the message to show. The profile's other fields stay:
 * above all, those that say whom it may reach.
 */
export async function saveCredential({ io }: Context, name: string, saved: SavedProfile): Promise<string> {
  const aside = await repairConfig(io, ({ profiles }) => {
    const { account, ...before } = withoutCredential(Object.hasOwn(profiles, name) ? (profiles[name] ?? {}) : {})
    // An API key belongs to one account.
    const ofSession = saved.api_key === undefined ? defined({ account }) : {}
    return { current: name, profiles: { ...profiles, [name]: { ...before, ...ofSession, ...saved } } }
  })
  const broken = aside === undefined ? "" : `The config file could not be read; it is kept as ${aside}.\n`
  const result = `${broken}Saved in ${configPath(io)}. Commands use the profile ${name} from now on.`
  return io.env.MAS_API_KEY ? `${result} MAS_API_KEY is set and takes precedence.` : result
}

export function withoutCredential({ api_key: _, token: __, email: ___, ...rest }: SavedProfile): SavedProfile {
  return rest
}
