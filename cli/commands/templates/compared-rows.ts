import type { Context } from "../../connection/context.ts"
import type { Pair } from "../../templates/index.ts"
import { type Files, loadFiles, needFolder, noTemplates } from "./files.ts"
import { loadStatus, problemsOf, type Target, type TemplateStatus, targetsOf } from "./look.ts"

/** The rows of all brands, and the problems of the files, which are the same for each brand. */
export async function comparedRows<Row>(context: Context, rowsOf: (files: Files, target: Target, pair: Pair) => Row[]) {
  needFolder(context)
  const files = await loadFiles()
  const looks: TemplateStatus[] = []
  for (const target of await targetsOf(context, files)) looks.push(await loadStatus(context, files, target))
  if (looks.every(({ pairs }) => pairs.length === 0)) throw noTemplates(context)
  const rows = looks.flatMap(({ target, pairs }) => pairs.flatMap((pair) => rowsOf(files, target, pair)))
  return { rows, unread: problemsOf(looks.at(-1)?.pairs ?? []) }
}
