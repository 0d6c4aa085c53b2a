import { withoutQuestions } from "../ask/may-ask.ts"
import type { Io, Sink } from "../io.ts"

/** Whether a program reads along that pays for every word: `--agent` or `--no-agent`, the last one given; else MAS_AGENT. */
export function isAgent(argv: readonly string[], env: Io["env"]): boolean {
  const end = argv.indexOf("--")
  const words = end < 0 ? argv : argv.slice(0, end)
  const said = words.findLast((word) => /^--(no-)?agent(=(true|false))?$/.test(word))
  if (said === undefined) return /^(1|true|yes|on)$/i.test(env.MAS_AGENT ?? "")
  return said.startsWith("--agent") !== said.endsWith("=false")
}

/** Leaves out what says only who reads along. */
export function withoutAgent(argv: readonly string[]): string[] {
  const end = argv.indexOf("--")
  return argv.filter((word, index) => (end >= 0 && index > end) || !/^--(no-)?agent(=(true|false))?$/.test(word))
}

/** The same process without a terminal: JSON, no colours, and nobody who could be asked. */
export function asAgent(io: Io): Io {
  return Object.create(withoutQuestions(io), {
    env: { value: { ...io.env, NO_COLOR: "1", FORCE_COLOR: undefined } },
    // Made when they are first used, as in the process itself.
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
