import { fstatSync, writeSync } from "node:fs"
import { version } from "../../sdk/version.ts"
import { helpReaderFor, showHelp } from "../help/show-help.ts"
import { staticHelp } from "../help/static-help.ts"
import type { Io, Launched, Sink } from "../io.ts"
import { withProgramName } from "../line/program-name.ts"
import { isAgent, mayAsk, readStartupFlags, type StartupFlags } from "../line/startup-flags.ts"
import { closeTerminals, isDevice, jobOf } from "./job.ts"
import { startPager } from "./start-pager.ts"

type Exit = (code: number) => void

/** What the entry hands in: how the process ends, and the part that is a file of its own. */
interface Entry {
  readonly folder: string
  readonly exit: Exit
  loadMain(): Promise<typeof import("../main.ts")>
}

/**
 * What the process starts with: answers help, version and completion from files made at build time, and loads the rest
 * only for everything else.
 */
export async function start(host: NodeJS.Process, { folder, exit, loadMain }: Entry): Promise<void> {
  const argv = host.argv.slice(2)
  if (host.platform !== "win32") host.on("exit", closeTerminals)
  if (argv[0] === "__complete") {
    const { answerCompletion } = await import("./answer-completion.ts")
    return say(answerCompletion(argv.slice(1), folder, host), host, exit)
  }
  const flags = readStartupFlags(argv)
  const agent = isAgent(flags, host.env)
  const answer = staticHelp(flags, await helpReaderFor(agent, folder), version)
  if (answer !== undefined)
    return agent ? say(withProgramName(answer, host.env), host, exit) : sayHelp(answer, flags, host, exit)
  const end = new End(exit)
  const stdout = stdoutOf(host, end)
  const { main } = await loadMain()
  const ended = await main(argv, processIo(host, end, stdout))
  const code = end.codeOf(ended)
  host.exitCode = code
  // What is still in the pipes goes out first.
  stdout.write("", () => (end.stderr ? end.stderr.write("", () => exit(code)) : exit(code)))
}

/** Writes help, through a pager if it does not fit on the screen. */
async function sayHelp(help: string, flags: StartupFlags, host: NodeJS.Process, exit: Exit): Promise<void> {
  const { env } = host
  // Asked without a stream being made, which would be most of the work.
  if (!isDevice(1)) return say(showHelp(help, { env }), host, exit)
  const { isTTY, columns, rows } = host.stdout
  const text = showHelp(help, { isTTY, columns, env })
  const isLong = isTTY && text.split("\n").length > (rows || Number.POSITIVE_INFINITY)
  const isPaged = isLong && !flags.noPager && mayAsk(flags, env)
  const pager = isPaged ? startPager(host, () => {}) : undefined
  if (!pager) return say(text, host, exit)
  pager.sink.write(text)
  await pager.end()
}

const stdoutOf = (host: NodeJS.Process, end: End) => host.stdout.on("error", end.onError)

function say(text: string, host: NodeJS.Process, exit: Exit): void {
  stdoutOf(host, new End(exit)).write(text)
}

/** Takes what is said once nobody reads any more. */
const silent: Sink = { write: () => true, once: () => undefined }

/** How long a command may take to clear up once nobody reads what it prints. */
const closeTimeout = 3_000

/** How a command ends that was told to stop. */
const interrupted = 130

/** How the process can come to an end from outside. */
class End {
  /** That of the first signal. */
  #code: number | undefined
  readonly stop = new AbortController()
  /** Present once it was used. */
  stderr: NodeJS.WriteStream | undefined
  /** True once whoever read has gone (`mas ... | head`), which is no failure. */
  isQuiet = false

  constructor(private readonly exit: Exit) {}

  /** For errors of stdout and stderr. */
  readonly onError = (error: NodeJS.ErrnoException): void => {
    if (error.code !== "EPIPE") this.#fail(error)
    this.leave()
  }

  /** Nobody reads any more. */
  leave(): void {
    if (this.isQuiet) return
    this.isQuiet = true
    this.stop.abort()
    setTimeout(() => this.exit(0), closeTimeout).unref()
  }

  /** A full disk, say: what was printed is not all there. */
  #fail({ message }: Error): void {
    try {
      writeSync(2, `error: the output cannot be written: ${message}\n`)
    } finally {
      this.exit(1)
    }
  }

  /** The first signal asks the command to stop, the second one ends the process at once. */
  onSignal(code: number): void {
    if (this.stop.signal.aborted) this.exit(code)
    this.#code = code
    this.stop.abort()
  }

  /** How the process ends: where the command was interrupted, by the signal that did it. */
  codeOf(ended: number): number {
    if (this.isQuiet) return 0
    return ended === interrupted && this.#code !== undefined ? this.#code : ended
  }
}

/** This command line once more, in a process that lives on without this one. */
function launch(host: NodeJS.Process, argv: readonly string[], log: number): Launched {
  const { spawn } = host.getBuiltinModule("node:child_process")
  const words = [...host.execArgv, host.argv[1] ?? "", ...argv]
  const child = spawn(host.execPath, words, { detached: true, stdio: ["ignore", log, log], windowsHide: true })
  child.unref()
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve).once("error", () => resolve(null)))
  return { pid: child.pid, ended }
}

/** A terminal's device, which is the same below `npx` and the like; else whoever starts the commands: a script, a job. */
function sessionOf(host: NodeJS.Process): string {
  const { isatty } = host.getBuiltinModule("node:tty")
  const { rdev, ctimeMs } = isatty(2) ? fstatSync(2) : { rdev: 0, ctimeMs: 0 }
  // Windows has no such devices. The time tells a new window from a closed one of the same number.
  return rdev === 0 ? `process-${host.ppid}` : `terminal-${rdev}-${Math.floor(ctimeMs)}`
}

/** The process as the command line sees it. Streams are made when they are first used, which saves time. */
function processIo(host: NodeJS.Process, end: End, stdout: Io["stdout"]): Io {
  const codes = { SIGINT: interrupted, SIGTERM: 143, SIGHUP: 129 } as const
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) host.on(signal, () => end.onSignal(codes[signal]))
  return {
    get stdin() {
      return host.stdin
    },
    stdout,
    get stderr() {
      if (end.isQuiet) return silent
      end.stderr ??= host.stderr.on("error", end.onError)
      return end.stderr
    },
    env: host.env,
    platform: host.platform,
    get home() {
      const known = host.platform === "win32" ? undefined : host.env.HOME
      try {
        return known || host.getBuiltinModule("node:os").homedir()
      } catch {
        // A user whom the system does not know, as in a container: Docker sets this, other starters nothing.
        return "/"
      }
    },
    get cwd() {
      try {
        return host.cwd()
      } catch {
        // It is gone: whole paths still lead somewhere.
        return "."
      }
    },
    now: () => Date.now(),
    get session() {
      return sessionOf(host)
    },
    signal: end.stop.signal,
    job: host.platform === "win32" ? undefined : jobOf(host),
    launch: (argv, log) => launch(host, argv, log),
    startPager: () => startPager(host, () => end.leave()),
  }
}
