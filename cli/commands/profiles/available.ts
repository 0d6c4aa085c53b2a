import { defined } from "../../../sdk/client/transport/fields.ts"
import type { Context } from "../../connection/context.ts"
import { builtInProfiles, isBuiltIn, type Seeded } from "../../connection/profile/built-in-profiles.ts"
import type { Config } from "../../connection/profile/profile.ts"
import { noProfile } from "../../connection/profile/resolve-profile.ts"
import { requiredText } from "../../line/flag-values.ts"

/** The built-in profiles first; a saved profile of the same name takes precedence. */
export function withBuiltIn(profiles: Config["profiles"], base_url: string | undefined): Config["profiles"] {
  const builtIn = Object.entries<Seeded>(builtInProfiles).map(([name, { api_key }]) => {
    const token = api_key === undefined ? "created when used" : undefined
    return [name, defined({ base_url, api_key, token })]
  })
  return { ...Object.fromEntries(builtIn), ...profiles }
}

/** The name of the profile that the command line names. */
export function existing(context: Context, config: Config): string {
  const name = requiredText(context.args, "name")
  if (Object.hasOwn(config.profiles, name) || isBuiltIn(name)) return name
  throw noProfile(name, config)
}

/** The profiles to choose from. */
export const choicesOf = (profiles: Config["profiles"]) =>
  Object.entries(profiles).map(([value, { base_url: description }]) => ({ value, description }))
