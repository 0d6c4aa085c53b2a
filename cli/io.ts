import { once } from "node:events"

/** A stream that is written to. `process.stdout` is one. */
export interface Sink {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
  readonly rows?: number | undefined
  /** False when its buffer is full: then `drain` says when to go on. */
  write(chunk: string | Uint8Array): boolean
  once(event: "drain" | "close", listener: () => void): unknown
  off?(event: "drain" | "close", listener: () => void): unknown
}

/** A stream that is read from. `process.stdin` is one. */
export interface Source extends AsyncIterable<Uint8Array | string> {
  readonly isTTY?: boolean | undefined
}

/** A command line that was started beside this one. */
export interface Launched {
  readonly pid: number | undefined
  /** Its exit code, once it has ended; null where a signal ended it, or nothing was started. */
  readonly ended: Promise<number | null>
}

/** How a shell's Ctrl-Z, `bg`, `fg` and `&` meet this process. */
export interface Job {
  /** Whether the shell has the terminal now; false where that cannot be known. */
  isInBackground(): boolean
  /** Returns once this process has the terminal: it is stopped until then. */
  waitForTerminal(): void
  /** What Ctrl-Z does, where the terminal makes a key of it. */
  stop(): void
  /** Told whenever the process stops and goes on; answers how to end that. */
  hold(holder: Holder): () => void
}

/** What has the terminal in a state of its own. */
export interface Holder {
  /** Gives it back: the process is about to stop, or to end. */
  leave(): void
  /** The process goes on, in the foreground or in the background. */
  back(): void
}

export interface Pager {
  readonly sink: Sink
  /** Ends what it is given, and waits until whoever reads has seen enough. */
  end(): Promise<void>
}

/** Everything that the command line touches outside its own process, files aside: so it can be tested within one. */
export interface Io {
  readonly stdin: Source
  /** Data, and nothing else. */
  readonly stdout: Sink
  /** Talk: questions, progress, notes, errors. */
  readonly stderr: Sink
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly home: string
  /** The folder that relative paths start from. */
  readonly cwd: string
  /** Milliseconds since 1970. */
  now(): number
  /** The same for all commands of one terminal, or of one script; absent where they cannot be told apart. */
  readonly session?: string | undefined
  /** Aborted by the first Ctrl-C or SIGTERM; the second one ends the process at once, without asking anybody. */
  readonly signal: AbortSignal
  /** Absent where no shell has jobs. */
  readonly job?: Job | undefined
  /** Starts another command line beside this one, which outlives it; what it prints goes to the end of a file. Absent where it cannot. */
  readonly launch?: ((argv: readonly string[], log: number) => Launched) | undefined
  /** Ends a mock server of this process, which does more than serve it and goes on; absent in a process of one command line. */
  readonly endMock?: ((url: string) => Promise<unknown>) | undefined
  /** Starts the pager that is wanted; absent, or undefined, where none is. */
  readonly startPager?: (() => Pager | undefined) | undefined
  /** Sends requests instead of `node:http`; the in-process mock server's `fetch` fits. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort")
}

/** The same process without questions and without a pager. */
export function withoutQuestions(io: Io): Io {
  return Object.create(io, {
    // A getter: opening the process's stdin takes time.
    stdin: { get: () => ({ [Symbol.asyncIterator]: () => io.stdin[Symbol.asyncIterator]() }) },
    startPager: { value: undefined },
  })
}

/** The process under `--agent`: without a terminal, so it prints JSON, uses no colours and asks nothing. */
export function withoutTerminal(io: Io): Io {
  return Object.create(withoutQuestions(io), {
    env: { value: { ...io.env, NO_COLOR: "1", FORCE_COLOR: undefined } },
    stdout: { get: () => plainSink(io.stdout) },
    stderr: { get: () => plainSink(io.stderr) },
  })
}

const plainSink = (sink: Sink): Sink => ({
  isTTY: false,
  write: (chunk) => sink.write(chunk),
  once: (event, listener) => sink.once(event, listener),
  off: (event, listener) => sink.off?.(event, listener),
})
