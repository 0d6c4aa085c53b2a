import type { Context } from "../../connection/context.ts"
import { commandAt } from "../../connection/request/endpoint-at.ts"
import { checkInput } from "../../connection/request/request-input.ts"
import { textOf } from "../../line/flag-values.ts"
import { readJsonObject } from "../../line/input/files.ts"
import { withApprovals } from "../outbox/with-outbox.ts"
import { aboutItem } from "./about-call.ts"
import { personAt, requirePerson } from "./open-approvals.ts"

/** `mas approvals edit` */
export async function run(context: Context): Promise<void> {
  requirePerson(context)
  const { args, flags, globals, output } = context
  const id = textOf(args, "id") ?? ""
  const source = textOf(flags, "input")
  const input = source === undefined ? undefined : await readJsonObject(context, source, "--input")
  await withApprovals(context, async ({ approvals }) => {
    const item = await approvals.get(id)
    const { command } = commandAt(context.program.tables, item.method, item.path) ?? {}
    if (input && command) checkInput(command, input)
    const body = input === undefined ? item.body : JSON.stringify(input)
    const about = await aboutItem(context, { ...item, body })
    const edited = globals["dry-run"]
      ? item
      : await approvals.edit(id, item.hash, { ...personAt("terminal"), body, about })
    await output.record({
      id,
      state: edited.state,
      revision: edited.revision,
      hash: edited.hash,
      body_sha256: edited.bodySha256,
    })
  })
  if (globals["dry-run"]) context.note("Nothing was changed: this is a dry run.")
}
