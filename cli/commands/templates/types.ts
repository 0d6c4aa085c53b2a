import { join, relative } from "node:path"
import type { Context } from "../../connection/context.ts"
import { isOn } from "../../line/flag-values.ts"
import { shell } from "../../line/shell-word.ts"
import type { Lock } from "../../templates/index.ts"
import { CliError, UsageError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import { type Files, loadFiles, noTemplates, onDisk, readFolder, refuse } from "./files.ts"

export async function run(context: Context): Promise<void> {
  const { flags, globals, io, note, output } = context
  const files = await loadFiles()
  const { dir, templates } = await readFolder(context, files)
  const folder = relative(io.cwd, dir)
  if (templates.length === 0) throw noTemplates(context)
  const { lock, problems } = await files.readLock(dir)
  if (isOn(flags, "ids")) {
    refuse(context, problems)
    return output.record(await idsHere(context, files, lock))
  }
  const { typed, unknown, problems: others } = await files.typedTemplates(templates)
  refuse(context, [...problems, ...others])
  for (const { folder, name } of unknown)
    note(`${folder}: unknown variable {{ ${name} }}; the caller's data is {{ data.${name} }}`)
  const path = join(folder, files.typesFileName)
  const text = files.typesFile(typed, lock)
  const target = join(dir, files.typesFileName)
  const isRight = (await onDisk(() => files.readTextFile(dir, target))) === text
  if (isOn(flags, "check") && !isRight) {
    throw new CliError(`${path} is out of date`, exitCodes.failure, {
      code: "out_of_date",
      hint: `Update it with: ${shell`mas templates types ${folder}`}`,
    })
  }
  const isWritten = !isRight && globals["dry-run"] !== true
  if (isWritten) await onDisk(() => files.writeTextFile(dir, target, text))
  await output.record({ file: path, templates: templates.length, written: isWritten })
}

/** The ids by folder at the command's address and brand. */
async function idsHere(context: Context, files: Files, lock: Lock): Promise<Record<string, number>> {
  const { baseUrl, brand = files.defaultBrand } = await context.profile()
  if (baseUrl === undefined) throw new UsageError("--ids needs an address", "Pass --base-url or --profile.")
  const entries = lock[files.addressKey(baseUrl)]?.[brand] ?? {}
  return Object.fromEntries(Object.entries(entries).map(([folder, { id }]) => [folder, id]))
}
