import { signedIn } from "../../../sdk/client/resources/auth.ts"
import { defined } from "../../../sdk/client/transport/fields.ts"
import type { User } from "../../../sdk/contract/user.ts"
import type { Context } from "../../connection/context.ts"
import { changeConfig } from "../../connection/profile/change-config.ts"
import { namedProfile } from "../../connection/profile/resolve-profile.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import { prepareCall, send, show } from "../prepared-call.ts"
import { forget } from "./logout.ts"
import { profileToSave, saveCredential, withoutCredential } from "./save-profile.ts"

/** `mas auth login` and `mas auth signup`: saves the session as `mas login` does. */
export async function signIn(context: Context): Promise<void> {
  const { name, input, options } = await prepareCall(context)
  const requester = await context.requester()
  const { user, token } = await requester.call<User>(name, input, options).map(signedIn)
  const { baseUrl: base_url = "" } = await context.profile()
  const { brand, account } = context.globals
  const stored = await saveCredential(context, profileToSave(context), (before) => ({
    ...withoutCredential(before),
    base_url,
    ...defined({ brand, account }),
    token,
    email: user.email,
  }))
  await show(context, user)
  if (context.output.format === "table") context.note(stored)
}

/** `mas auth logout`: also removes the saved session. */
export async function signOut(context: Context): Promise<void> {
  await show(context, await send(context, await prepareCall(context)))
  const { name, token } = await context.profile()
  if (name !== undefined && token !== undefined) await changeConfig(context.io, (config) => forget(name, config))
}

/** `mas auth token`: prints only the session's JWT, unless a format is given; even if a configured key takes precedence. */
export async function token(context: Context): Promise<void> {
  const { name = null, saved } = await namedProfile(context.io, context.globals)
  const { token: savedToken } = saved
  if (savedToken === undefined) {
    const problem = name === null ? "No profile is used, so there is no session" : `The profile ${name} has no session`
    throw new CliError(problem, exitCodes.credentials, {
      code: "no_session",
      hint: "`mas auth login` and `mas login --email` start and save one.",
    })
  }
  if (context.globals.output === undefined) await context.output.text(savedToken)
  else await context.output.record({ profile: name, token: savedToken })
}
