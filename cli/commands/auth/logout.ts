import type { Context } from "../../connection/context.ts"
import { changeConfig } from "../../connection/profile/change-config.ts"
import { prepareCall, send, show } from "../../runners/prepared-call.ts"
import { forget, sessionEnded } from "../logout.ts"

/** `mas auth logout`: also removes the saved session. */
export async function run(context: Context): Promise<void> {
  await show(context, await send(context, await prepareCall(context)))
  const { name, token } = await context.profile()
  if (name === undefined || token === undefined) return
  await changeConfig(context.io, (config) => forget(name, config))
  context.note(sessionEnded(name))
}
