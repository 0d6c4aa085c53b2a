import { fstatSync, writeSync } from "node:fs"
import { version } from "../../sdk/version.ts"
import type { Io, Sink } from "../io.ts"
import { wantsColor } from "../output/color.ts"
import { cacheFolder } from "../profile/config-path.ts"
import { isAgent, withoutAgent } from "./agent.ts"
import { helpReader, tableReader } from "./assets.ts"
import { earlyAnswer, emphasize } from "./early.ts"

/** Ends the process at once. */
type Exit = (code: number) => void

/** What the entry hands in: how the process ends, and the part that is a file of its own. */
interface Entry {
  /** The folder of the entry. */
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
  if (argv[0] === "__complete") {
    const { answerCompletion } = await import("./answer-completion.ts")
    return say(answerCompletion(argv.slice(1), folder, host), host, exit)
  }
  const agent = isAgent(argv, host.env)
  const answer = agent ? await agentAnswer(argv, folder) : earlyAnswer(argv, helpReader(folder), version)
  if (answer !== undefined) return say(answer, host, exit)
  const end = new End(exit)
  host.stdout.on("error", end.onError)
  const io = processIo(host, end)
  keepCompiled(host, cacheFolder(io))
  const { main } = await loadMain()
  const ended = await main(argv, io)
  const code = end.isQuiet ? 0 : ended
  host.exitCode = code
  // What is still in the pipes goes out first.
  host.stdout.write("", () => (end.stderr ? end.stderr.write("", () => exit(code)) : exit(code)))
}

/** The same in the words of `--agent`. */
async function agentAnswer(argv: readonly string[], folder: string): Promise<string | undefined> {
  const { agentHelpReader } = await import("./agent-help.ts")
  return earlyAnswer(withoutAgent(argv), agentHelpReader(tableReader(folder), helpReader(folder)), version)
}

/** Node 22.8 and newer can keep what V8 makes of the sources, which is a fifth of a start. Where it cannot, nothing is said. */
function keepCompiled(host: NodeJS.Process, folder: string): void {
  const builtin: object = host.getBuiltinModule("node:module")
  if ("enableCompileCache" in builtin && typeof builtin.enableCompileCache === "function") {
    builtin.enableCompileCache(folder)
  }
}

/** Writes a short text. What is no terminal gets it without a stream being made, which would be most of the work. */
function say(text: string, host: NodeJS.Process, exit: Exit): void {
  let written = 0
  const bytes = Buffer.from(wantsColor({ isTTY: false, env: host.env }) ? emphasize(text) : text)
  try {
    if (!fstatSync(1).isCharacterDevice()) while (written < bytes.length) written += writeSync(1, bytes, written)
  } catch (error) {
    // Whoever read has gone. A pipe that takes no more for now is left to the stream.
    if (error instanceof Error && "code" in error && error.code === "EPIPE") return
  }
  if (written === bytes.length) return
  host.stdout.on("error", new End(exit).onError)
  if (written > 0) host.stdout.write(bytes.subarray(written))
  else host.stdout.write(wantsColor({ isTTY: host.stdout.isTTY, env: host.env }) ? emphasize(text) : text)
}

/** Takes what is said once nobody reads any more. */
const silent: Sink = { write: () => true, once: () => undefined }

/** How long a command may take to clear up once nobody reads what it prints. */
const patience = 3_000

/** How the process can come to an end from outside. */
class End {
  readonly #exit: Exit
  #stop: AbortController | undefined
  /** Present once it was used. */
  stderr: NodeJS.WriteStream | undefined
  /** True once whoever read has gone (`mas ... | head`), which is no failure. */
  isQuiet = false

  constructor(exit: Exit) {
    this.#exit = exit
  }

  get stop(): AbortController {
    this.#stop ??= new AbortController()
    return this.#stop
  }

  /** For errors of stdout and stderr. */
  readonly onError = (error: NodeJS.ErrnoException): void => {
    if (error.code !== "EPIPE") this.#fail(error)
    if (this.isQuiet) return
    this.isQuiet = true
    this.stop.abort()
    setTimeout(() => this.#exit(0), patience).unref()
  }

  /** A full disk, say: what was printed is not all there. */
  #fail({ message }: Error): void {
    try {
      writeSync(2, `error: the output cannot be written: ${message}\n`)
    } finally {
      this.#exit(1)
    }
  }

  /** The first signal lets the command end by itself, the second one ends the process at once. */
  onSignal(code: number): void {
    if (this.stop.signal.aborted) this.#exit(code)
    this.stop.abort()
  }
}

/** The process as the command line sees it. Streams are made when they are first used, which saves time. */
function processIo(host: NodeJS.Process, end: End): Io {
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) host.on(signal, () => end.onSignal(codes[signal]))
  return {
    get stdin() {
      return host.stdin
    },
    stdout: host.stdout,
    get stderr() {
      if (end.isQuiet) return silent
      end.stderr ??= host.stderr.on("error", end.onError)
      return end.stderr
    },
    env: host.env,
    platform: host.platform,
    get home() {
      const known = host.platform === "win32" ? undefined : host.env.HOME
      return known || host.getBuiltinModule("node:os").homedir()
    },
    get cwd() {
      return host.cwd()
    },
    now: () => Date.now(),
    signal: end.stop.signal,
  }
}
