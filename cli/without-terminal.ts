import type { Io, Sink } from "./io.ts"

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
