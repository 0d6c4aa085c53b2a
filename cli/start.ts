import { version } from "../sdk/version.ts"
import { helpReader } from "./assets.ts"
import { wantsColor } from "./color.ts"
import { earlyAnswer, emphasize } from "./early.ts"
import type { Io } from "./io.ts"

/** Ends the process at once. */
type Exit = (code: number) => void

/**
 * What the process starts with: answers help, version and completion from files made at build time, in the folder `help`
 * beside the bundle, and loads the rest only for everything else.
 */
export async function start(host: NodeJS.Process, folder: string, exit: Exit): Promise<void> {
  const argv = host.argv.slice(2)
  host.stdout.on("error", endQuietly(exit))
  if (argv[0] === "__complete") {
    const { answerCompletion } = await import("./answer-completion.ts")
    host.stdout.write(answerCompletion(argv.slice(1), folder, host))
    return
  }
  const answer = earlyAnswer(argv, helpReader(folder), version)
  if (answer !== undefined) {
    const { isTTY } = host.stdout
    host.stdout.write(wantsColor({ isTTY, env: host.env }) ? emphasize(answer) : answer)
    return
  }
  const { main } = await import("./main.ts")
  const code = await main(argv, processIo(host, exit))
  host.exitCode = code
  // What is still in the pipes goes out first.
  host.stdout.write("", () => host.stderr.write("", () => exit(code)))
}

/** `mas ... | head`: whoever read has gone, and that is no failure. */
function endQuietly(exit: Exit) {
  return (error: NodeJS.ErrnoException) => exit(error.code === "EPIPE" ? 0 : 1)
}

/** The process as the command line sees it. Streams are made when they are first used, which saves time. */
function processIo(host: NodeJS.Process, exit: Exit): Io {
  const stop = new AbortController()
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    host.on(signal, () => {
      if (stop.signal.aborted) exit(signal === "SIGINT" ? 130 : 143)
      stop.abort()
    })
  }
  let isStderrReady = false
  return {
    get stdin() {
      return host.stdin
    },
    stdout: host.stdout,
    get stderr() {
      if (!isStderrReady) host.stderr.on("error", endQuietly(exit))
      isStderrReady = true
      return host.stderr
    },
    env: host.env,
    platform: host.platform,
    get home() {
      return host.getBuiltinModule("node:os").homedir()
    },
    get cwd() {
      return host.cwd()
    },
    now: () => Date.now(),
    signal: stop.signal,
  }
}
