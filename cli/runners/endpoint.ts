import type { Context } from "../connection/context.ts"
import { runList } from "./list.ts"
import { prepareCall, send, show } from "./prepared-call.ts"

export async function run(context: Context): Promise<void> {
  const call = await prepareCall(context)
  const { paginated, download } = context.command.endpoint ?? {}
  if (download) return (await import("./download.ts")).runDownload(context, call)
  if (paginated) return runList(context, call)
  await show(context, await send(context, call))
}
