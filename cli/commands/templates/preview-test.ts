import type { Context } from "../../context.ts"
import { CliError, UsageError } from "../../errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../../errors/exit-codes.ts"
import { textOf, textsOf } from "../../line/flag-values.ts"
import { type Files, refuse } from "./files.ts"
import { look, targetsOf } from "./look.ts"

/** `mas templates preview NAME --to ADDRESS`: the service sends its template as a test, which must be what the files say. */
export async function sendTest(context: Context, files: Files): Promise<ExitCode> {
  const { args, flags, io, output } = context
  const name = textOf(args, "name")
  const email = textsOf(flags, "to") ?? []
  if (name === undefined)
    throw new UsageError("a test is of one template", "Name it: mas templates preview NAME --to ADDRESS")
  for (const target of await targetsOf(context, files)) {
    const { pairs } = await look(context, files, target)
    const pair = pairs.find(({ folder }) => folder === name)
    refuse(context, pair?.problems ?? [], "Nothing was sent.")
    if (pair?.state !== "same" || pair.remote === undefined) {
      throw new CliError(
        `The service does not have ${name} as the files do: it would send another text`,
        exitCodes.conflict,
        {
          code: "conflict",
          hint: "Push it first: mas templates push",
        },
      )
    }
    const { results } = await target.client.templates.sendTest(pair.remote.id, { email }, { signal: io.signal })
    await output.rows(results)
    if (results.some(({ success }) => !success)) return exitCodes.partly
  }
  return exitCodes.ok
}
