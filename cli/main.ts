import { version } from "../sdk/base/version.ts"
import type { CommandModule, Program } from "./connection/context.ts"
import { checkHome } from "./connection/profile/config-path.ts"
import { emptyKey } from "./connection/profile/resolve-profile.ts"
import { variableOf, withTrimmedVariables } from "./connection/profile/variables.ts"
import type { DryRequest } from "./connection/request/transport.ts"
import { checkColumns } from "./line/check-columns.ts"
import type { GlobalFlags } from "./line/command/global-flags.ts"
import type { CommandSpec } from "./line/command/spec.ts"
import { tableReader } from "./line/command/tables.ts"
import { readText, refuseMangledPath } from "./line/input/files.ts"
import { Stdin } from "./line/input/stdin.ts"
import { missingError, missingOf } from "./line/missing.ts"
import type { Parsed } from "./line/parse.ts"
import { withProgramName } from "./line/program-name.ts"
import { type CommandLine, pathsOf, readCommandLine, secretsOf } from "./line/read-command.ts"
import { route } from "./line/router.ts"
import { ioFor, isAgent } from "./line/run-mode.ts"
import { readingPart } from "./line/schema/safety.ts"
import { readTypedLine, type TypedLine } from "./line/typed-line.ts"
import { printError } from "./start/print-error.ts"
import { loadRunner } from "./start/runners.ts"
import { createSession, type Session } from "./start/session.ts"
import { withOneOf, withVerb } from "./terminal/ask/ask-command.ts"
import type { Missing } from "./terminal/ask/ask-values.ts"
import { UsageError } from "./terminal/errors/cli-error.ts"
import { type ExitCode, exitCodes } from "./terminal/errors/exit-codes.ts"
import { helpReaderFor, showHelp } from "./terminal/help/show-help.ts"
import { helpFiles, type ReadHelp, staticHelp } from "./terminal/help/static-help.ts"
import { type Io, readerGone } from "./terminal/io.ts"
import { wrapNote } from "./terminal/output/note.ts"
import type { Output } from "./terminal/output/output.ts"
import { Redactor } from "./terminal/output/redactor.ts"
import { drawnText } from "./terminal/output/safe-text.ts"
import { write } from "./terminal/output/write.ts"
import { LostOutputError } from "./terminal/report/lost-output.ts"

/** Runs a typed line and returns its exit code. Never throws. `process` is what `ioFor` makes of it for this line. */
export async function main(typed: TypedLine, process: Io): Promise<ExitCode> {
  const io = withTrimmedVariables(process)
  const agent = isAgent(typed, process.env)
  const readHelp = await helpReaderFor(agent, import.meta.dirname)
  const redactor = new Redactor()
  let session: Session | undefined
  const fail = (error: unknown) => printError(error, { line: typed, io, redactor, session, readHelp, agent })
  io.whenOutputFails?.((error) => fail(new LostOutputError(error)))
  const codeOf = (code: ExitCode) => {
    if (code !== exitCodes.interrupted || io.signal.reason !== readerGone) return code
    return isCutGladly(session?.context.command) ? exitCodes.ok : exitCodes.failure
  }
  try {
    // 1. Help, if the flag is anywhere.
    const help = staticHelp(typed, readHelp, version)
    if (help !== undefined) {
      const { isTTY, columns } = io.stdout
      const text = agent ? drawnText(withProgramName(help, io.env)) : showHelp(help, { isTTY, columns, env: io.env })
      await write(io.stdout, text)
      return exitCodes.ok
    }
    // 2. The command and its words. An unknown topic goes on to the unknown-command error.
    if (typed.isHelp) refuseMoreThanTopic(typed.words, readHelp)
    const { command, words: typedWords } = route(await withVerb(typed, io, tables), tables)
    // An empty MAS_CONFIG_DIR is an error: do not fall back to the default folder.
    variableOf(io.env, "MAS_CONFIG_DIR")
    checkHome(io)
    const words = await withOneOf(typedWords, command, io)
    const stdin = new Stdin(io)
    const line = await readCommandLine(await parseWhenNeeded(words, command), command, {
      secret: (what) => stdin.line(what),
      text: (source, what) => readText({ io, stdin: (name) => stdin.stream(name) }, source, what),
    })
    for (const [what, path] of pathsOf(command, line)) refuseMangledPath(io, path, what)
    for (const secret of secretsOf(command, line)) redactor.add(secret)
    // Checked against the table of global flags, which has their types.
    const globals = line.globals as GlobalFlags
    if (globals["api-key"]?.trim() === "") throw emptyKey("--api-key")
    checkColumns(command, globals)
    const program = { folder: import.meta.dirname, tables, run }
    session = createSession(io, { command, line, globals, stdin, redactor, program })
    const runner = await loadRunner(command)
    // 3. Missing values; without a terminal, an error that lists all of them.
    const missing = await missingIn(session, line, runner)
    // 4. The command; on a terminal, with its questions.
    const { context } = session
    if (!context.isInteractive) {
      await runner.look?.(context)
      return codeOf((await runner.run(context)) ?? exitCodes.ok)
    }
    const { runInteractive } = await import("./terminal/ask/interactive-run.ts")
    return codeOf(await runInteractive({ context, line, runner, missing, onSecret: (secret) => redactor.add(secret) }))
  } catch (error) {
    if (session?.dry?.request) return showRequest(session.context.output, session.dry.request)
    return codeOf(await fail(error))
  } finally {
    await session?.close()
  }
}

/** Commands that only read, and whose exit code is their verdict. */
const verdicts: ReadonlySet<string> = new Set(["conformance", "doctor"])

/** A reader such as `head` has what it wanted of rows; work or a check that was stopped half-way is no success. */
function isCutGladly(command: CommandSpec | undefined): boolean {
  if (command === undefined || verdicts.has(command.name)) return false
  return command.streams === true || readingPart(command) !== undefined
}

function refuseMoreThanTopic([topic = "", more]: readonly string[], readHelp: ReadHelp): void {
  if (more === undefined || readHelp(helpFiles.topics)?.[topic] === undefined || tables.group(topic)) return
  throw new UsageError(`unexpected argument ${JSON.stringify(more)}`, `mas help ${topic} is a guide without subtopics.`)
}

const tables = tableReader(import.meta.dirname)

const run: Program["run"] = (argv, io) => {
  const typed = readTypedLine(argv)
  return main(typed, ioFor(typed, io))
}

/** Parses words with yargs, which is loaded only for a flag or a rule. */
async function parseWhenNeeded(words: readonly string[], command: CommandSpec): Promise<Parsed> {
  const isPlain = !command.exactlyOneOf && words.every((word) => !word.startsWith("-"))
  if (isPlain) return { positionals: words, flags: {}, texts: {} }
  const { parseWords } = await import("./line/parse.ts")
  return parseWords(words, command)
}

/** Required values that were not given. Without a terminal they are an error. */
async function missingIn({ context }: Session, line: CommandLine, runner: CommandModule): Promise<readonly Missing[]> {
  const { command } = context
  let missing = missingOf(command, line)
  if (missing.length > 0 && line.flags.input !== undefined) missing = missingOf(command, line, await context.input())
  if (missing.length === 0 || context.isInteractive) return missing
  const isUnconfirmed = command.confirm && !context.globals.yes && !context.globals["dry-run"]
  throw missingError(missing, command, {
    others: isUnconfirmed ? ["--yes"] : [],
    isDataGiven: line.flags.data !== undefined,
    offers: await runner.offers?.(context),
  })
}

/** Prints the request of a `--dry-run`, as it would have been sent. */
async function showRequest(output: Output, request: DryRequest): Promise<ExitCode> {
  if (output.format !== "table") await output.record(request)
  else {
    const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
    const body = request.body === null ? [] : ["", JSON.stringify(request.body, null, 2)]
    const lines = [`${request.method} ${request.url}`, ...headers, ...body].flatMap((text) => text.split("\n"))
    await output.text(lines.map((line) => wrapNote(line, output.screen, 2)).join("\n"))
  }
  return exitCodes.ok
}
