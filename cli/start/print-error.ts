import type { Context } from "../connection/context.ts"
import type { Profile } from "../connection/profile/profile.ts"
import { withProgramName } from "../line/program-name.ts"
import type { TypedLine } from "../line/typed-line.ts"
import { CliError } from "../terminal/errors/cli-error.ts"
import type { ExitCode } from "../terminal/errors/exit-codes.ts"
import { commandHelp, helpFiles, type ReadHelp } from "../terminal/help/static-help.ts"
import type { Io } from "../terminal/io.ts"
import { formatOf } from "../terminal/output/create-output.ts"
import { idOf } from "../terminal/output/fields.ts"
import { noteText } from "../terminal/output/note.ts"
import type { Redactor } from "../terminal/output/redactor.ts"
import { drawnText, safeJson, safeText } from "../terminal/output/safe-text.ts"
import { screenFor } from "../terminal/output/screen.ts"
import { longTime } from "../terminal/output/times.ts"
import { write } from "../terminal/output/write.ts"
import { type ErrorPlace, type ErrorReport, reportError } from "../terminal/report/report-error.ts"
import type { Session } from "./session.ts"

interface Failed {
  readonly line: TypedLine
  readonly io: Io
  readonly redactor: Redactor
  /** Absent when the command line could not be parsed. */
  readonly session: Session | undefined
  readonly readHelp: ReadHelp
  /** True under `--agent`. */
  readonly agent: boolean
}

/** Prints an error on stderr: an object if data is JSON, otherwise a line and a hint. */
export async function printError(error: unknown, failed: Failed): Promise<ExitCode> {
  const { line, io, redactor, session } = failed
  await session?.settle()
  const globals = session?.context.globals ?? {}
  const profile = session?.knownProfile()
  const { report: reported, exitCode } = reportError(error, {
    ...placeOf(failed),
    profile,
    address: addressOf(profile, globals["base-url"], io.env.MAS_BASE_URL),
    env: io.env,
    isWithoutId: session !== undefined && Object.keys(session.context.args).length === 0,
    isInterrupted: io.signal.aborted,
    isInDoubt: session?.watched.isInDoubt ?? false,
    hasWritten: session?.watched.hasWritten ?? false,
    ...(session && { written: { ...session.watched.written, id: idOf(session.printed) } }),
    isResumed: session?.context.command.flags.some(({ name }) => name === "restart") ?? false,
    // A held call.
    isOnce: session?.context.command.name === "approvals.approve",
    again: session && ((key) => againOf(session.context, key)),
  })
  const report = shownReport(reported, failed, error instanceof CliError)
  if (failed.agent) {
    const { shortError } = await import("../terminal/report/short-error.ts")
    await write(io.stderr, safeJson(`${shortError(report, exitCode)}\n`))
    return exitCode
  }
  const format = formatOf(session ? globals.output : line.output, io.stdout)
  const trace = globals.debug ? safeText(redactor.text(traceOf(error))) : ""
  if (format === "json" || format === "ndjson") {
    if (trace) await write(io.stderr, safeText(`${trace}\n`))
    const printed = { ...report, hint: report.hint.replaceAll(/([.?!:])?\n/g, (_, end = ".") => `${end} `) }
    await write(io.stderr, safeJson(`${JSON.stringify({ error: printed })}\n`))
    return exitCode
  }
  const color = globals.color ?? (line.noColor ? false : undefined)
  const screen = screenFor(io.stderr, io, { color, utc: globals.utc })
  const lines = [
    `${screen.paint("red", "error:")} ${screen.safe(messageOf(report))}`,
    ...report.hint
      .replace(/(?<= after )[\dT:.-]+Z/, (time) => longTime(time, screen))
      .split("\n")
      .map(screen.safe),
  ]
  await write(io.stderr, drawnText(`${noteText(lines.join("\n"), screen)}\n`))
  if (trace) await write(io.stderr, drawnText(`${screen.paint("dim", trace)}\n`))
  return exitCode
}

function addressOf(profile: Profile | undefined, flag: string | undefined, variable: string | undefined) {
  if (profile?.baseUrl !== undefined) return { url: profile.baseUrl, from: profile.baseUrlFrom }
  if (flag !== undefined) return { url: flag, from: "--base-url" }
  return variable ? { url: variable, from: "MAS_BASE_URL" } : undefined
}

/**
 * The report without secrets, with commands as the user would type them. Every secret is redacted in external text,
 * only what looks like one in our own.
 */
function shownReport(report: ErrorReport, { io, redactor }: Failed, isOurs: boolean): ErrorReport {
  const { message, hint, docs, next_command: next } = report
  const redactOwn = (text: string) => redactor.own(withProgramName(text, io.env))
  return {
    ...(redactor.value(report) as ErrorReport),
    ...(isOurs ? { message: redactor.own(message) } : {}),
    hint: redactOwn(hint),
    docs: redactOwn(docs),
    ...(next === undefined ? {} : { next_command: redactOwn(next) }),
  }
}

function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return ""
  return [error.stack, traceOf(error.cause)].filter(Boolean).join("\nCaused by: ")
}

function againOf({ command, nextCommand }: Context, key: string | undefined): string | undefined {
  // Moves of the mock server have no key: made again, they have a second effect.
  if (command.control?.some(({ call }) => call.startsWith("POST "))) return undefined
  const takesKey = command.flags.some(({ name }) => name === "idempotency-key")
  return nextCommand(takesKey && key !== undefined ? { flags: { "idempotency-key": key } } : {})
}

/** The message on one line. If the service refused fields, it lists all of them instead of the first. */
function messageOf({ message, status, validation_errors: fields = {} }: ErrorReport): string {
  if (status === null) return message
  const refusals = Object.entries(fields).map(([field, problems]) => `${field} ${problems.join(", ")}`)
  return refusals.length > 0
    ? `${message.replace(/:.*$/s, "")} (${status}): ${refusals.join("; ")}`
    : `${message} (${status})`
}

/** The valid part of the command. */
function placeOf({ line: { group, verb }, readHelp }: Failed): Pick<ErrorPlace, "command" | "usage"> {
  const help = group === undefined ? undefined : commandHelp(group, verb, readHelp)
  const helpWords = help ? [group, verb] : group !== undefined && commandHelp(group, undefined, readHelp) ? [group] : []
  const words = helpWords.filter((word) => word !== undefined)
  const usage = (help ?? readHelp(helpFiles.top)?.[""])?.match(/^Usage: .*$/m)?.[0]
  const isAlone = words[0] !== undefined && Object.keys(readHelp(words[0]) ?? {}).length === 1
  return { command: ["mas", ...(isAlone ? words.slice(0, 1) : words)].join(" "), usage }
}
