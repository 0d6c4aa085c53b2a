import { version } from "../sdk/version.ts"
import type { CommandSpec } from "./command.ts"
import { loadRunner } from "./commands/runners.ts"
import { createSession, type Session } from "./create-context.ts"
import { type ExitCode, exitCodes } from "./errors/exit-codes.ts"
import { printError } from "./errors/print-error.ts"
import type { Io } from "./io.ts"
import { checkColumns, globalValues } from "./line/global-values.ts"
import { missingError, missingOf } from "./line/missing.ts"
import type { Parsed } from "./line/parse.ts"
import { type CommandLine, readCommandLine, secretsOf } from "./line/read-command.ts"
import { commandWords, route } from "./line/router.ts"
import { wantsColor } from "./output/color.ts"
import { write } from "./output/write.ts"
import { Redactor } from "./request/redactor.ts"
import { showRequest } from "./request/show-request.ts"
import { Stdin } from "./request/stdin.ts"
import { asAgent, isAgent, withoutAgent } from "./start/agent.ts"
import { helpReader, tableReader } from "./start/assets.ts"
import { earlyAnswer, emphasize, helpOf, type ReadHelp } from "./start/early.ts"

/** Runs one command line; the answer is how the process is to end. Never throws. */
export async function main(argv: readonly string[], process: Io): Promise<ExitCode> {
  const agent = isAgent(argv, process.env)
  const io = agent ? asAgent(process) : process
  const readHelp = agent ? await agentHelp() : helpForPeople
  const redactor = new Redactor()
  let session: Session | undefined
  try {
    // 1. Help, in whatever place it is asked for.
    const help = helpFor(agent ? withoutAgent(argv) : argv, readHelp)
    if (help !== undefined) {
      await write(io.stdout, wantsColor({ isTTY: io.stdout.isTTY, env: io.env }) ? emphasize(help) : help)
      return exitCodes.ok
    }
    // 2. The command, and what was typed after it.
    // Help that does not exist is a command that does not.
    const { command, words } = route(argv[0] === "help" ? argv.slice(1) : argv, tables)
    const stdin = new Stdin(io)
    const line = await readCommandLine(await takeApart(words, command), command, (what) => stdin.line(what))
    for (const secret of secretsOf(command, line)) redactor.add(secret)
    const globals = globalValues(line.globals)
    checkColumns(command, globals)
    session = createSession(io, {
      command,
      ...line,
      globals,
      stdin,
      redactor,
      program: { folder: import.meta.dirname, tables, run: main },
    })
    // 3. What is missing is asked for, where somebody can be asked.
    const runner = await loadRunner(command.name)
    await fillMissing(session, line, runner.asksItself === true)
    // 4. The command itself.
    return await runner.run(session.context)
  } catch (error) {
    if (session?.dry?.request) return showRequest(session.context.output, session.dry.request)
    return printError(error, { argv, io, redactor, session, readHelp, agent })
  } finally {
    await session?.close()
  }
}

const helpForPeople = helpReader(import.meta.dirname)
const tables = tableReader(import.meta.dirname)

async function agentHelp(): Promise<ReadHelp> {
  const { agentHelpReader } = await import("./start/agent-help.ts")
  return agentHelpReader(tables, helpForPeople)
}

function helpFor(argv: readonly string[], readHelp: ReadHelp): string | undefined {
  const early = earlyAnswer(argv, readHelp, version)
  if (early !== undefined || !argv.some((word) => word === "--help" || word === "-h")) return early
  const [group, verb] = commandWords(argv)
  return group === undefined ? undefined : helpOf(group, verb, readHelp)
}

/** Takes words apart with yargs, which loads where there is a flag or a rule for it to look at. */
async function takeApart(words: readonly string[], command: CommandSpec): Promise<Parsed> {
  const isPlain = !command.exactlyOneOf && words.every((word) => !word.startsWith("-"))
  if (isPlain) return { positionals: words, flags: {} }
  const { parseWords } = await import("./line/parse.ts")
  return parseWords(words, command)
}

/** Asks for what is required and was not given; where nobody can be asked, names all of it. */
async function fillMissing({ context, redactor }: Session, line: CommandLine, asksItself: boolean): Promise<void> {
  const { command } = context
  let missing = missingOf(command, line)
  if (missing.length > 0 && line.flags.data !== undefined) missing = missingOf(command, line, await context.data())
  if (missing.length === 0 || (asksItself && context.isInteractive)) return
  const isUnconfirmed = command.confirm && !context.globals.yes && !context.globals["dry-run"]
  if (!context.isInteractive) throw missingError(missing, command, isUnconfirmed ? ["--yes"] : [])
  const { askForAll } = await import("./ask/ask-missing.ts")
  const answers = await askForAll(missing, context.ask)
  for (const one of missing) {
    const value = answers[one.name]
    if (one.secret && typeof value === "string") redactor.add(value)
    const target = command.positionals.some((positional) => positional === one) ? line.args : line.flags
    target[one.name] = value
  }
}
