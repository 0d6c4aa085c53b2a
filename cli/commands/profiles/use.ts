import { saveConfig } from "../../connection/account/save-profile.ts"
import type { Context } from "../../connection/context.ts"
import { readConfig } from "../../connection/profile/config-file.ts"
import { choicesOf, existing, withBuiltIn } from "./available.ts"

export const offers = async ({ io }: Context) => ({
  name: choicesOf(withBuiltIn((await readConfig(io)).profiles, undefined)),
})

export async function run(context: Context): Promise<void> {
  const config = await readConfig(context.io)
  const name = existing(context, config)
  await saveConfig(context, (latest) => ({ ...latest, current: name }), `Commands use the profile ${name} from now on.`)
}
