import { once } from "node:events"
import type { CleanText } from "../../sdk/contract/core/clean-text.ts"

/**
 * A writable stream, such as `process.stdout`. It takes text only as cleaned for a terminal (output/safe-text.ts). Bytes go to files and
 * pipes.
 */
export interface Sink {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
  readonly rows?: number | undefined
  /** False when the buffer is full: wait for `drain`. */
  write(chunk: CleanText<"terminal"> | Uint8Array): boolean
  once(event: "drain" | "close", listener: () => void): unknown
  off?(event: "drain" | "close", listener: () => void): unknown
}

/** A readable stream, such as `process.stdin`. */
export interface Source extends AsyncIterable<Uint8Array | string> {
  readonly isTTY?: boolean | undefined
}

/** A command line started as a separate process. */
export interface Launched {
  readonly pid: number | undefined
  /** The exit code; null when a signal ended it, or it did not start. */
  readonly ended: Promise<number | null>
}

/** A shell's job control: Ctrl-Z, `bg`, `fg` and `&`. */
export interface Job {
  /** True when the shell has the terminal; false when unknown. */
  isInBackground(): boolean
  /** Returns once this process has the terminal; stops it until then. */
  waitForTerminal(): void
  /** Does what Ctrl-Z does, when the terminal delivers it as a key. */
  stop(): void
  /** Registers a holder, called whenever the process stops and continues; returns a function that removes it. */
  hold(holder: Holder): () => void
}

/** A user of the terminal that changes its state. */
export interface Holder {
  /** Restores the terminal: the process is about to stop or end. */
  leave(): void
  /** The process continues, in the foreground or background. */
  back(): void
}

export interface Pager {
  readonly sink: Sink
  /** Ends the input, and waits until the user closes the pager. */
  end(): Promise<void>
}

/** All access to the world outside the process, except files, so that tests can run the command line in their own process. */
export interface Io {
  readonly stdin: Source
  /** Only data. */
  readonly stdout: Sink
  /** Questions, progress, notes and errors. */
  readonly stderr: Sink
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly home: string
  /** The folder for relative paths. */
  readonly cwd: string
  /** Milliseconds since 1970. */
  now(): number
  /** Aborted by the first Ctrl-C or SIGTERM, and with `readerGone`; a second Ctrl-C ends the process immediately. */
  readonly signal: AbortSignal
  /** Absent without job control. */
  readonly job?: Job | undefined
  /** Starts another command line that outlives this one and appends its output to a file. Absent when not possible. */
  readonly launch?: ((argv: readonly string[], log: number) => Launched) | undefined
  /** Stops a mock server inside this process, which continues; absent in a process for one command line. */
  readonly endMock?: ((url: string) => Promise<unknown>) | undefined
  /** Starts the configured pager; absent, or undefined, without one. */
  readonly startPager?: (() => Pager | undefined) | undefined
  /** Takes what reports a failure of stdout in the command's words, and returns its exit code. Absent where stdout cannot fail. */
  readonly whenOutputFails?: ((report: (error: Error) => Promise<number>) => void) | undefined
  /** Sends requests instead of `node:http`, for example the in-process mock server's `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

/** Why the signal is aborted when nobody reads stdout any more. The entry and the main file are bundled apart. */
export const readerGone = Symbol.for("mas-sdk.readerGone")

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

/** The process under `--agent`: without a terminal, so it prints JSON without colours, and asks nothing. */
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
