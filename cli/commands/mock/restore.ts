import { resolve } from "node:path"
import type { Context } from "../../connection/context.ts"
import { requiredText } from "../../line/flag-values.ts"
import { readJsonObject } from "../../line/input/files.ts"
import { control, mockAddress } from "../../runners/control.ts"

/** `mas mock restore`: restores a snapshot completely or not at all. */
export async function run(context: Context): Promise<void> {
  const file = requiredText(context.args, "file")
  const body =
    file === "-"
      ? await readJsonObject(context, file, "stdin")
      : await readJsonObject(context, `@${resolve(context.io.cwd, file)}`, file)
  await control(context, "PUT /snapshot", { body })
  context.note(`The mock server at ${await mockAddress(context)} has the state of the snapshot.`)
}
