import { join, relative, sep } from "node:path"
import type { MockServer } from "../../../mock-server/index.ts"
import type { TemplateTestSend } from "../../../sdk/contract/templates.ts"
import type { Context } from "../../connection/context.ts"
import { isOn, numberOf, textOf, textsOf } from "../../line/flag-values.ts"
import { reportRefused } from "../../runners/partial-result.ts"
import type { Preview, Problem } from "../../templates/index.ts"
import { CliError, refusedValue, UsageError } from "../../terminal/errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../../terminal/errors/exit-codes.ts"
import { listenRefusal } from "../mock/start.ts"
import { openInBrowser } from "../open/browser.ts"
import { type Files, folderOf, loadFiles, noTemplates, refuse } from "./files.ts"
import { loadStatus, targetsOf } from "./look.ts"
import { ChangeWatcher } from "./saves.ts"

/** `mas templates preview`: shows each template with each sample in the mock server's dashboard, updated on each save. */
export async function run(context: Context): Promise<ExitCode> {
  const { io, flags, globals, output } = context
  const files = await loadFiles()
  if (textOf(flags, "to") !== undefined) return sendTest(context, files)
  let look = await lookAt(context, files, [])
  if (globals["dry-run"]) {
    await output.rows(look.previews.map(({ folder, sample = null }) => ({ folder, sample })))
    return exitCodes.ok
  }
  const { startMockServer } = await import("mas-sdk/mock-server")
  const options = { port: numberOf(flags, "port") ?? 0, host: "127.0.0.1", messageLatency: 0 }
  const server = await startMockServer(options).catch(async (error: unknown) => {
    throw await listenRefusal(error, options)
  })
  const saves = new ChangeWatcher(folderOf(context), files.isOwnFile, io.signal)
  try {
    await look.show(server)
    await say(context, `${server.dashboardUrl}#/messages/1`)
    for (;;) {
      await saves.next()
      if (io.signal.aborted) return exitCodes.interrupted
      look = await lookAt(context, files, look.previews)
      await look.show(server)
    }
  } finally {
    saves.close()
    await server.close()
  }
}

async function say({ flags, globals, io, note, output }: Context, url: string): Promise<void> {
  if (globals.output === undefined || globals.output === "table") await output.text(`Preview: ${url}`)
  else await output.record({ url })
  if (isOn(flags, "open") && !(await openInBrowser(url, io))) note("No browser could be opened here.")
}

/** Reads the templates from the files, and lists their previews. */
async function lookAt(context: Context, files: Files, before: readonly Preview[]) {
  const { args, io, note } = context
  const dir = folderOf(context)
  const name = textOf(args, "name")
  const set = await files.readTemplates(dir)
  if (before.length === 0) refuseNothing(context, set.folders, name)
  const checker = await files.TemplateChecker.load()
  const problems = [...set.problems, ...set.templates.flatMap((template) => checker.check(template, io.now()).problems)]
  const displayProblem = (problem: Problem): Problem => ({ ...problem, file: relative(io.cwd, problem.file) })
  const isSelected = ({ folder }: Preview) => name === undefined || folder === name
  const previews = files.previewsOf(set, before).filter(isSelected)
  const inFolder = (folder: string) =>
    problems
      .filter(({ file }) => file === join(dir, folder) || file.startsWith(join(dir, folder) + sep))
      .map(displayProblem)
  for (const problem of problems.map(displayProblem)) note(`${files.placeText(problem)} ${problem.message}`)
  return { previews, show: (server: MockServer) => files.showPreviews(server, previews, inFolder) }
}

function refuseNothing(context: Context, folders: readonly string[], name: string | undefined): void {
  if (folders.length === 0) throw noTemplates(context)
  if (name !== undefined && !folders.includes(name))
    throw refusedValue("name", `is not one of the templates: ${folders.join(", ")}`)
}

/** `mas templates preview NAME --to ADDRESS`: the service sends its template as a test; it must match the files. */
async function sendTest(context: Context, files: Files): Promise<ExitCode> {
  const { args, flags, io, output } = context
  const name = textOf(args, "name")
  const email = textsOf(flags, "to") ?? []
  if (name === undefined)
    throw new UsageError("a test sends one template", "Name it: mas templates preview NAME --to ADDRESS")
  const results: TemplateTestSend[] = []
  for (const target of await targetsOf(context, files)) {
    const { pairs, set } = await loadStatus(context, files, target)
    refuseNothing(context, set.folders, name)
    const pair = pairs.find(({ folder }) => folder === name)
    refuse(context, pair?.problems ?? [], "Nothing was sent.")
    if (pair?.state !== "same" || pair.remote === undefined) {
      throw new CliError(`${name} differs at the service: it would send another text`, exitCodes.conflict, {
        hint: "Push it first: mas templates push",
      })
    }
    const test = await target.client.templates.sendTest(pair.remote.id, { email }, { signal: io.signal })
    results.push(...test.results)
  }
  await output.rows(results)
  return reportRefused(context, "templates.sendTest", { results })
}
