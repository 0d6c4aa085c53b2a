import { version } from "../sdk/version.ts"
import { helpReader } from "./assets.ts"
import { wantsColor } from "./color.ts"
import { loadRunner } from "./commands/runners.ts"
import { createSession, type Session } from "./create-context.ts"
import { earlyAnswer, emphasize, helpOf } from "./early.ts"
import { type ExitCode, exitCodes } from "./exit-codes.ts"
import { globalValues } from "./global-values.ts"
import type { Io } from "./io.ts"
import { formatOf, penFor } from "./output/create-output.ts"
import type { Format } from "./output/output.ts"
import { write } from "./output/write.ts"
import { parseWords } from "./parse.ts"
import { type CommandLine, missingError, missingOf, readCommandLine } from "./read-command.ts"
import { Redactor } from "./redactor.ts"
import { type ErrorPlace, type ErrorReport, reportError } from "./report-error.ts"
import { commandWords, route } from "./router.ts"
import { safeLine } from "./safe-text.ts"
import { Stdin } from "./stdin.ts"
import type { ShownRequest } from "./transport.ts"

/** Runs one command line; the answer is how the process is to end. Never throws. */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  const redactor = new Redactor()
  let session: Session | undefined
  try {
    // 1. Help, in whatever place it is asked for.
    const help = helpFor(argv)
    if (help !== undefined) {
      await write(io.stdout, wantsColor({ isTTY: io.stdout.isTTY, env: io.env }) ? emphasize(help) : help)
      return exitCodes.ok
    }
    // 2. The command, and what was typed after it.
    const { command, words } = await route(argv)
    const stdin = new Stdin(io)
    const line = await readCommandLine(parseWords(words, command), command, async (what) => {
      const secret = await stdin.line(what)
      redactor.add(secret)
      return secret
    })
    session = createSession(io, { command, ...line, globals: globalValues(line.globals), stdin, redactor })
    // 3. What is missing is asked for, where somebody can be asked.
    const runner = await loadRunner(command.name)
    await fillMissing(session, line, runner.asksItself === true)
    // 4. The command itself.
    return await runner.run(session.context)
  } catch (error) {
    if (session?.dry?.request) return showRequest(session.context, session.dry.request)
    return fail(error, argv, io, redactor, session)
  } finally {
    await session?.close()
  }
}

const readHelp = helpReader(import.meta.dirname)

function helpFor(argv: readonly string[]): string | undefined {
  const early = earlyAnswer(argv, readHelp, version)
  if (early !== undefined || !argv.some((word) => word === "--help" || word === "-h")) return early
  const [group, verb] = commandWords(argv)
  return group === undefined ? undefined : helpOf(group, verb, readHelp)
}

/** Asks for what is required and was not given; where nobody can be asked, names all of it. */
async function fillMissing({ context, redactor }: Session, line: CommandLine, asksItself: boolean): Promise<void> {
  const { command } = context
  let missing = missingOf(command, line)
  if (missing.length > 0 && line.flags.data !== undefined) missing = missingOf(command, line, await context.data())
  if (missing.length === 0 || (asksItself && context.isInteractive)) return
  if (!context.isInteractive) throw missingError(missing, command)
  const { askForAll } = await import("./ask-missing.ts")
  const answers = await askForAll(missing, context.ask)
  for (const one of missing) {
    const value = answers[one.name]
    if (one.secret && typeof value === "string") redactor.add(value)
    const target = command.positionals.some((positional) => positional === one) ? line.args : line.flags
    target[one.name] = value
  }
}

/** What `--dry-run` prints: the request, as it would have been sent. */
async function showRequest({ output }: Session["context"], request: ShownRequest): Promise<ExitCode> {
  if (output.format !== "table") await output.record(request)
  else {
    const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
    const body = request.body === null ? [] : ["", JSON.stringify(request.body, null, 2)]
    await output.text([`${request.method} ${request.url}`, ...headers, ...body].join("\n"))
  }
  return exitCodes.ok
}

/** Says on stderr what went wrong: an object where data is JSON, a line and a hint where people read. */
async function fail(
  error: unknown,
  argv: readonly string[],
  io: Io,
  redactor: Redactor,
  session?: Session,
): Promise<ExitCode> {
  const { report, exitCode } = reportError(error, {
    ...placeOf(argv),
    profile: session?.knownProfile(),
    isInterrupted: io.signal.aborted,
  })
  const globals = session?.context.globals ?? {}
  const format = formatOf(session ? globals.output : askedFormat(argv), io.stdout)
  if (format === "json" || format === "ndjson") {
    const shown = { ...report, hint: report.hint.replaceAll("\n", " ") }
    await write(io.stderr, `${JSON.stringify({ error: redactor.value(shown) })}\n`)
    return exitCode
  }
  const pen = penFor(io.stderr, io, globals.color ?? (argv.includes("--no-color") ? false : undefined))
  const lines = [
    `${pen.paint("red", "error:")} ${safeLine(messageOf(report))}`,
    ...report.hint.split("\n").map(safeLine),
  ]
  await write(io.stderr, `${redactor.text(lines.join("\n"))}\n`)
  if (globals.debug && error instanceof Error)
    await write(io.stderr, `${redactor.text(pen.paint("dim", error.stack ?? ""))}\n`)
  return exitCode
}

/** The message, with each field that was refused where the message does not name them. */
function messageOf({ message, status, validation_errors: fields = {} }: ErrorReport): string {
  const refused =
    status === null ? [] : Object.entries(fields).map(([field, problems]) => `${field} ${problems.join(", ")}`)
  const about = status === null ? "" : ` (${status})`
  return refused.length > 0 ? `${message}${about}: ${refused.join("; ")}` : `${message}${about}`
}

/** The command as far as it was named rightly. */
function placeOf(argv: readonly string[]): Pick<ErrorPlace, "command" | "usage"> {
  const [group, verb] = commandWords(argv)
  const help = group === undefined ? undefined : helpOf(group, verb, readHelp)
  const known = help ? [group, verb] : group !== undefined && helpOf(group, undefined, readHelp) ? [group] : []
  const words = known.filter((word) => word !== undefined)
  const usage = (help ?? helpOf("", undefined, readHelp))?.match(/^Usage: .*$/m)?.[0]
  const isAlone = words[0] !== undefined && Object.keys(readHelp(words[0]) ?? {}).length === 1
  return { command: ["mas", ...(isAlone ? words.slice(0, 1) : words)].join(" "), usage }
}

/** The format that was asked for, where the command line could not be read. */
function askedFormat(argv: readonly string[]): Format | undefined {
  const text = argv.join("\0")
  const asked = /(?:^|\0)(?:--output|-o)(?:\0|=)(table|json|ndjson|csv)(?:\0|$)/.exec(text)?.[1]
  return formats.find((format) => format === asked)
}

const formats: readonly Format[] = ["table", "json", "ndjson", "csv"]
