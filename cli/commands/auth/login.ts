import { signedIn } from "../../../sdk/client/resources/auth.ts"
import { defined } from "../../../sdk/client/transport/fields.ts"
import type { User } from "../../../sdk/contract/user.ts"
import { profileToSave, saveCredential } from "../../connection/account/save-profile.ts"
import type { Context } from "../../connection/context.ts"
import { prepareCall, show } from "../../runners/prepared-call.ts"

/** `mas auth login`, and `mas auth signup`: saves the session as `mas login` does. */
export async function run(context: Context): Promise<void> {
  const { name, input, options } = await prepareCall(context)
  const requester = await context.requester()
  const { user, token } = await requester.call<User>(name, input, options).map(signedIn)
  const { baseUrl: base_url = "" } = await context.profile()
  const { brand, account } = context.globals
  const saved = { base_url, ...defined({ brand, account }), token, email: user.email }
  const stored = await saveCredential(context, profileToSave(context), saved)
  await show(context, user)
  context.note(stored)
}
