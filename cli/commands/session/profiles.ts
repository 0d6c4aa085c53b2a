import { defined } from "../../../sdk/client/transport/fields.ts"
import type { Context } from "../../connection/context.ts"
import {
  builtInProfiles,
  defaultMockAddress,
  isBuiltIn,
  type Seeded,
} from "../../connection/profile/built-in-profiles.ts"
import { readConfig } from "../../connection/profile/config-file.ts"
import type { Config, SavedProfile } from "../../connection/profile/profile.ts"
import { noProfile } from "../../connection/profile/resolve-profile.ts"
import { SeveralMocksError, selectedMock } from "../../connection/profile/running-mocks.ts"
import { variableOf } from "../../connection/profile/variables.ts"
import { textOf } from "../../line/flag-values.ts"
import { CliError, UsageError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import { saveConfig } from "./save-profile.ts"

const columns = ["name", "current", "base_url", "credential", "email", "brand", "account"]

export async function list(context: Context): Promise<void> {
  const { current, profiles } = await readConfig(context.io)
  const used = variableOf(context.io.env, "MAS_PROFILE") ?? current
  const base_url = await addressOfMocks(context)
  const rows = Object.entries(withBuiltIn(profiles, base_url)).map(([name, saved]) => ({
    name,
    current: name === used,
    base_url: saved.base_url ?? null,
    credential: saved.token !== undefined ? "session" : saved.api_key !== undefined ? "api_key" : null,
    email: saved.email ?? null,
    brand: saved.brand ?? null,
    account: saved.account ?? null,
  }))
  await context.output.rows(rows, { columns })
}

/** The available profiles. */
export const all = async ({ io }: Context) => {
  const { profiles } = await readConfig(io)
  return { name: Object.entries(withBuiltIn(profiles, undefined)).map(choiceOf) }
}

export const saved = async ({ io }: Context) => {
  const { profiles } = await readConfig(io)
  const name = Object.entries(profiles).map(choiceOf)
  if (name.length === 0) throw new UsageError("there is no saved profile to remove")
  return { name }
}

const choiceOf = ([value, { base_url: description }]: [string, SavedProfile]) => ({ value, description })

export async function use(context: Context): Promise<void> {
  const config = await readConfig(context.io)
  const name = existing(context, config)
  await saveConfig(context, (latest) => ({ ...latest, current: name }), `Commands use the profile ${name} from now on.`)
}

export async function remove(context: Context): Promise<void> {
  const config = await readConfig(context.io)
  const name = existing(context, config)
  if (!Object.hasOwn(config.profiles, name)) {
    throw new CliError(`The profile ${name} is built in`, exitCodes.failure, {
      hint: "It contains no secrets.",
    })
  }
  const address = config.profiles[name]?.base_url
  await context.confirm(`Remove the profile ${name}${address ? ` of ${address}` : ""} with its credential`, {
    reason: "destructive",
    isLocal: true,
  })
  await saveConfig(context, (latest) => without(name, latest), `The profile ${name} is removed.`)
}

/** The address of the built-in profiles; undefined when several mock servers run. */
async function addressOfMocks({ io, note }: Context): Promise<string | undefined> {
  try {
    return (await selectedMock(io))?.url ?? defaultMockAddress
  } catch (error) {
    if (!(error instanceof SeveralMocksError)) throw error
    note(`${error.message}.`)
    return undefined
  }
}

function without(name: string, { current, profiles: { [name]: _, ...profiles }, ...rest }: Config): Config {
  return { ...rest, profiles, ...(current === undefined || current === name ? {} : { current }) }
}

/** The built-in profiles first; a saved profile of the same name takes precedence. */
function withBuiltIn(profiles: Config["profiles"], base_url: string | undefined): Config["profiles"] {
  const builtIn = Object.entries<Seeded>(builtInProfiles).map(([name, { api_key }]) => {
    const token = api_key === undefined ? "created when used" : undefined
    return [name, defined({ base_url, api_key, token })]
  })
  return { ...Object.fromEntries(builtIn), ...profiles }
}

function existing(context: Context, config: Config): string {
  const name = textOf(context.args, "name") ?? ""
  if (Object.hasOwn(config.profiles, name) || isBuiltIn(name)) return name
  throw noProfile(name, config)
}
