import type { Io, Sink } from "../io.ts"
import { painter, wantsColor } from "./color.ts"
import type { Screen } from "./output.ts"
import { isPlain } from "./plain.ts"
import { drawnText, safeLine } from "./safe-text.ts"
import { textWidth } from "./width.ts"

/** Display options from the flags, and the clock of the records. */
export interface ScreenOptions {
  readonly color?: boolean | undefined
  readonly utc?: boolean | undefined
  /** Milliseconds since 1970; the machine's time when left out. */
  readonly now?: (() => number) | undefined
}

/** The screen of a stream. Without a terminal its width is infinite: nothing is cut or wrapped. */
export function screenFor(sink: Sink, io: Pick<Io, "env" | "now">, options: ScreenOptions = {}): Screen {
  const { env } = io
  const isTerminal = sink.isTTY === true
  const now = options.now ?? io.now
  return {
    isTerminal,
    columns: isTerminal ? sink.columns || 80 : Number.POSITIVE_INFINITY,
    get now() {
      return now()
    },
    utc: options.utc === true,
    plain: isPlain(env, options.color),
    paint: painter(wantsColor({ isTTY: sink.isTTY, env, asked: options.color })),
    safe: (value) => safeLine(textOf(value)),
    width: textWidth,
    render: drawnText,
  }
}

/** Any value from outside: an object whose `toString` is a text is none for `String`. */
const textOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value)
