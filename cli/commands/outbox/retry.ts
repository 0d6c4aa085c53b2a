import type { Context } from "../../connection/context.ts"
import { isOn, requiredTexts } from "../../line/flag-values.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import { nothingFound } from "../../terminal/errors/nothing-found.ts"
import { withOutbox } from "./with-outbox.ts"

/** `mas outbox retry`: prints the messages that are due again. Exit code 4 if an id belongs to no refused message. */
export async function run(context: Context): Promise<void> {
  const { args, flags, globals, output } = context
  const [retried, unknown] = await withOutbox(context, async (outbox) => {
    const isAll = isOn(flags, "all")
    const failed = isAll || globals["dry-run"] ? (await outbox.failed()).map(({ id }) => id) : []
    const retry = async (id: string) => (globals["dry-run"] ? failed.includes(id) : outbox.retry(id))
    const [retried, unknown]: [string[], string[]] = [[], []]
    for (const id of isAll ? failed : requiredTexts(args, "id")) ((await retry(id)) ? retried : unknown).push(id)
    return [retried, unknown]
  })
  if (retried.length + unknown.length === 0) throw nothingFound("No message was refused", "Nothing was changed.")
  await output.rows(retried.map((id) => ({ id })))
  if (globals["dry-run"]) context.note("Nothing was changed: this is a dry run.")
  if (unknown.length === 0) return
  throw new CliError(`No refused message has the id ${unknown.join(", ")}`, exitCodes.notFound, {
    hint: "mas outbox list shows them.",
  })
}
