import type { Format } from "../../line/command/global-flags.ts"
import type { TerminalText } from "./safe-text.ts"

export type Rows = Iterable<unknown> | AsyncIterable<unknown>

/** How to show data when the fields' order is not enough. */
export interface ShowOptions {
  /** Fields to show, dotted if nested; `--columns` takes precedence. */
  readonly columns?: readonly string[] | undefined
  /** True for rows that arrive over time: without a terminal and a format, each is a line of JSON. */
  readonly isStream?: boolean
  /** Draws instead of a table, on a terminal if no format is given. Text from the service goes through `safe`, which also takes line breaks and colours away. */
  readonly draw?: ((screen: Screen) => string) | undefined
  /** True for the result of a check, which a person reads in CI too: without a format it is drawn everywhere. */
  readonly isReport?: boolean
}

/** The terminal to wrap and style text for, or a substitute for a pipe. */
export interface Screen {
  readonly isTerminal: boolean
  /** Columns of the terminal; Infinity without one. */
  readonly columns: number
  /** Milliseconds since 1970, by the service's clock if it sent its time: a mock server has its own clock. */
  readonly now: number
  /** True to show times as stored: absolute, in UTC. */
  readonly utc: boolean
  /** True when nothing is redrawn, and there are no escape sequences. */
  readonly plain: boolean
  /** Text with a style, if colours are on. */
  paint(style: Style, text: string): string
  /** Text from the network without terminal control sequences. */
  safe(text: unknown): TerminalText
  width(text: string): number
  /** Drawn text, without any control sequence but styles. The last step before writing. */
  render(text: string): TerminalText
}

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "blue" | "cyan"

/** Prints a command's data on stdout in the requested format: the only writer there. */
export interface Output {
  readonly format: Format
  /** True when the output is a table because stdout is a terminal and no format was given: then charts may be drawn. */
  readonly showsCharts: boolean
  readonly screen: Screen
  /** Prints one record; undefined prints nothing (`null` in JSON). */
  record(data: unknown, options?: ShowOptions): Promise<void>
  /** Prints a list as it arrives, with constant memory; JSON stays valid if it ends early. */
  rows(rows: Rows, options?: ShowOptions): Promise<void>
  /** Prints text unchanged with a line break, for commands with a single text as result, such as a secret. */
  text(text: string): Promise<void>
  bytes(chunks: AsyncIterable<Uint8Array>): Promise<void>
}

/** Writes text on stdout. */
export type Put = (text: TerminalText) => Promise<void>

/** One format: how data becomes text on stdout. */
export interface Printer {
  record(value: unknown): Promise<void>
  rows(rows: Rows): Promise<void>
}
