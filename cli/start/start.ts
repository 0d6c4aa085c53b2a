import { writeSync } from "node:fs"
import { version } from "../../sdk/base/version.ts"
import { withProgramName } from "../line/program-name.ts"
import { ioFor, isAgent, mayAsk } from "../line/run-mode.ts"
import { readTypedLine, type TypedLine } from "../line/typed-line.ts"
import { helpReaderFor, showHelp } from "../terminal/help/show-help.ts"
import { staticHelp } from "../terminal/help/static-help.ts"
import { type Io, type Launched, readerGone, type Sink } from "../terminal/io.ts"
import { closeTerminals, isDevice, jobOf } from "./job.ts"
import { startPager } from "./start-pager.ts"

type Exit = (code: number) => void

/** Provided by the entry: how to end the process, and how to load the separate main file. */
interface Entry {
  readonly folder: string
  readonly exit: Exit
  loadMain(): Promise<typeof import("../main.ts")>
}

/**
 * The process's entry: responds with help, version and completion from files made at build time, and loads the rest only when
 * needed.
 */
export async function start(host: NodeJS.Process, { folder, exit, loadMain }: Entry): Promise<void> {
  const argv = host.argv.slice(2)
  if (host.platform !== "win32") host.on("exit", closeTerminals)
  if (argv[0] === "__complete") {
    const { printCompletions } = await import("./print-completions.ts")
    return print(printCompletions(argv.slice(1), folder, host), host, exit)
  }
  const line = readTypedLine(argv)
  const agent = isAgent(line, host.env)
  const helpText = staticHelp(line, await helpReaderFor(agent, folder), version)
  if (helpText !== undefined)
    return agent ? print(withProgramName(helpText, host.env), host, exit) : printHelp(helpText, line, host, exit)
  const end = new End(exit)
  const stdout = stdoutOf(host, end)
  const { main } = await loadMain()
  const ended = await main(line, ioFor(line, processIo(host, end, stdout)))
  const code = end.codeOf(ended)
  host.exitCode = code
  end.failedWith = code
  // Flush the pipes first.
  stdout.write("", (error) => (error ? end.onError(error) : end.exitFlushed(code)))
}

/** Writes help, through a pager if it does not fit on the screen. */
async function printHelp(help: string, line: TypedLine, host: NodeJS.Process, exit: Exit): Promise<void> {
  const { env } = host
  // Checked without creating a stream, which would take most of the time.
  if (!isDevice(1)) return print(showHelp(help, { env }), host, exit)
  const { isTTY, columns, rows } = host.stdout
  const text = showHelp(help, { isTTY, columns, env })
  const isLong = isTTY && text.split("\n").length > (rows || Number.POSITIVE_INFINITY)
  const isPaged = isLong && !line.noPager && mayAsk(line, env)
  const pager = isPaged ? startPager(host, () => {}) : undefined
  if (!pager) return print(text, host, exit)
  pager.sink.write(text)
  await pager.end()
}

const stdoutOf = (host: NodeJS.Process, end: End) => host.stdout.on("error", end.onError)

function print(text: string, host: NodeJS.Process, exit: Exit): void {
  stdoutOf(host, new End(exit)).write(text)
}

/** Discards output once the reader has gone. */
const silent: Sink = { write: () => true, once: () => undefined }

/** Milliseconds for a command to clean up once its reader has gone. */
const closeTimeout = 3_000

/** The exit code of an interrupted command. */
const interrupted = 130

/** The ways in which the process can be ended from outside. */
class End {
  /** The exit code of the first signal. */
  #code: number | undefined
  readonly stop = new AbortController()
  /** Present once used. */
  stderr: NodeJS.WriteStream | undefined
  /** Reports a failure of stdout, once the command is known. */
  report: ((error: Error) => Promise<number>) | undefined
  /** The code of a command that has failed and said why: that its output cannot be flushed adds nothing. */
  failedWith = 0
  #isFailing = false
  /** True once the reader of stdout has gone (`mas ... | head`). */
  #isLeft = false
  /** True once the reader of stderr has gone: the command goes on without it. */
  isStderrGone = false

  constructor(private readonly exit: Exit) {}

  /** Exits once stderr has taken everything. */
  exitFlushed(code: number): void {
    if (this.stderr) this.stderr.write("", () => this.exit(code))
    else this.exit(code)
  }

  /** An error of stderr cannot be reported. */
  readonly onStderrError = (error: NodeJS.ErrnoException): void => {
    if (error.code === "EPIPE") this.isStderrGone = true
    else if (!this.isStderrGone) this.exit(1)
  }

  /** For errors of stdout. */
  readonly onError = (error: NodeJS.ErrnoException): void => {
    if (error.code === "EPIPE") this.leave()
    else if (this.failedWith !== 0) this.exitFlushed(this.failedWith)
    else if (!this.#isFailing) void this.#fail(error)
  }

  /** The reader has gone. */
  leave(): void {
    if (this.#isLeft) return
    this.#isLeft = true
    this.isStderrGone = true
    this.stop.abort(readerGone)
    setTimeout(() => this.exit(1), closeTimeout).unref()
  }

  /** For example a full disk: the output is incomplete. */
  async #fail(error: Error): Promise<void> {
    this.#isFailing = true
    let code = 1
    try {
      if (this.report) code = await this.report(error)
      else writeSync(2, `error: the output cannot be written: ${error.message}\n`)
    } finally {
      this.exitFlushed(code)
    }
  }

  /** The first signal asks the command to stop, the second one ends the process at once. */
  onSignal(code: number): void {
    if (this.stop.signal.aborted) this.exit(code)
    this.#code = code
    this.stop.abort()
  }

  /** The exit code: that of the signal if the command was interrupted by one. */
  codeOf(ended: number): number {
    return ended === interrupted && this.#code !== undefined ? this.#code : ended
  }
}

/** Starts this command line in a process that outlives this one. */
function launch(host: NodeJS.Process, argv: readonly string[], log: number): Launched {
  const { spawn } = host.getBuiltinModule("node:child_process")
  const words = [...host.execArgv, host.argv[1] ?? "", ...argv]
  const child = spawn(host.execPath, words, { detached: true, stdio: ["ignore", log, log], windowsHide: true })
  child.unref()
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve).once("error", () => resolve(null)))
  return { pid: child.pid, ended }
}

/** The process as the command line's `Io`. Streams are created on first use, to save time. */
function processIo(host: NodeJS.Process, end: End, stdout: Io["stdout"]): Io {
  const codes = { SIGINT: interrupted, SIGTERM: 143, SIGHUP: 129 } as const
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) host.on(signal, () => end.onSignal(codes[signal]))
  return {
    get stdin() {
      return host.stdin
    },
    stdout,
    get stderr() {
      if (end.isStderrGone) return silent
      end.stderr ??= host.stderr.on("error", end.onStderrError)
      return end.stderr
    },
    env: host.env,
    platform: host.platform,
    get home() {
      const home = host.platform === "win32" ? undefined : host.env.HOME
      try {
        return home || host.getBuiltinModule("node:os").homedir()
      } catch {
        // A user unknown to the system, as in a container: Docker sets HOME to this, other runtimes set nothing.
        return "/"
      }
    },
    get cwd() {
      try {
        return host.cwd()
      } catch {
        // The folder was deleted: absolute paths still work.
        return "."
      }
    },
    now: () => Date.now(),
    signal: end.stop.signal,
    job: host.platform === "win32" ? undefined : jobOf(host),
    launch: (argv, log) => launch(host, argv, log),
    whenOutputFails(report) {
      end.report = report
    },
    startPager: () => startPager(host, () => end.leave()),
  }
}
