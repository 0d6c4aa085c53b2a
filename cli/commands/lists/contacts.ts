import type { Context } from "../../connection/context.ts"
import { requireCredential } from "../../connection/request/connect.ts"
import { requiredText, textOf } from "../../line/flag-values.ts"
import { runList } from "../../runners/list.ts"
import { findList } from "../contacts/find-list.ts"

export async function run(context: Context): Promise<void> {
  const { args, flags, io, command } = context
  requireCredential(await context.profile(), command)
  const { id: list_id } = await findList(context, requiredText(args, "list"))
  const query = { search: textOf(flags, "search"), list_id }
  return runList(context, {
    name: "contacts.list",
    input: { params: {}, query, body: undefined },
    options: { signal: io.signal },
  })
}
