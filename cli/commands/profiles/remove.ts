import { saveConfig } from "../../connection/account/save-profile.ts"
import type { Context } from "../../connection/context.ts"
import { readConfig } from "../../connection/profile/config-file.ts"
import type { Config } from "../../connection/profile/profile.ts"
import { CliError, UsageError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import { choicesOf, existing } from "./available.ts"

export async function offers({ io }: Context) {
  const name = choicesOf((await readConfig(io)).profiles)
  if (name.length === 0) throw new UsageError("there is no saved profile to remove")
  return { name }
}

export async function run(context: Context): Promise<void> {
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

function without(name: string, { current, profiles: { [name]: _, ...profiles }, ...rest }: Config): Config {
  return { ...rest, profiles, ...(current === undefined || current === name ? {} : { current }) }
}
