import type { Context } from "../../connection/context.ts"
import { requiredText, textOf } from "../../line/flag-values.ts"
import { readJsonObject } from "../../line/input/files.ts"
import { withApprovals } from "../outbox/with-outbox.ts"
import { editItem } from "./edit-item.ts"
import { personAt, requirePerson } from "./open-approvals.ts"

/** `mas approvals edit` */
export async function run(context: Context): Promise<void> {
  requirePerson(context)
  const { args, flags, globals, output } = context
  const id = requiredText(args, "id")
  const source = textOf(flags, "input")
  const input = source === undefined ? undefined : await readJsonObject(context, source, "--input")
  const { state, revision, hash, bodySha256 } = await withApprovals(context, ({ approvals }) =>
    editItem(context, approvals, { id }, input, personAt("terminal")),
  )
  await output.record({ id, state, revision, hash, body_sha256: bodySha256 })
  if (globals["dry-run"]) context.note("Nothing was changed: this is a dry run.")
}
