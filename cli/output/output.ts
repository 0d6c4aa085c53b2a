import type { Format } from "../command/global-flags.ts"

export type Rows = Iterable<unknown> | AsyncIterable<unknown>

/** How data is shown where the command knows better than the fields' order. */
export interface ShowOptions {
  /** Fields to show, dotted where nested; what `--columns` says wins. */
  readonly columns?: readonly string[] | undefined
  /** True for rows that come as things happen: off a terminal a line of JSON each, where no format is asked for. */
  readonly isStream?: boolean
  /** Drawn instead of a table, on a terminal where nothing else was asked for. Text from the service must go through `safe`. */
  readonly draw?: ((screen: Screen) => string) | undefined
}

/** The terminal that text is wrapped and styled for, or a replacement for a pipe. */
export interface Screen {
  readonly isTerminal: boolean
  /** Columns of the terminal; Infinity without one. */
  readonly columns: number
  /** Milliseconds since 1970, by the clock of the service where it told its time: a mock server's is its own. */
  readonly now: number
  /** True where times are shown as they are kept: absolute, in UTC. */
  readonly utc: boolean
  /** True where nothing but ASCII may be drawn, and no escape. */
  readonly plain: boolean
  /** Text with a style, where colours are on. */
  paint(style: Style, text: string): string
  /** Text from the network without anything that a terminal would act on. */
  safe(text: unknown): string
  width(text: string): number
  /** What was drawn, in the characters that the terminal has. The last step before it is written. */
  render(text: string): string
}

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "blue" | "cyan"

/** Prints a command's data on stdout, in the format asked for: the one place that writes there. */
export interface Output {
  readonly format: Format
  /** True when the format is a table because stdout is a terminal and nothing else was asked for: then charts may be drawn. */
  readonly showsCharts: boolean
  readonly screen: Screen
  /** One record; undefined where there is nothing to say (`null` in JSON). */
  record(data: unknown, options?: ShowOptions): Promise<void>
  /** A list, printed as it comes: memory does not grow with it, and JSON stays valid when it ends early. */
  rows(rows: Rows, options?: ShowOptions): Promise<void>
  /** Text as it is, with a line break after it: for commands whose whole point is one text, such as a secret. */
  text(text: string): Promise<void>
  bytes(chunks: AsyncIterable<Uint8Array>): Promise<void>
}

/** Writes text on stdout. */
export type Put = (text: string) => Promise<void>

/** One format: how data becomes text on stdout. */
export interface Printer {
  record(value: unknown): Promise<void>
  rows(rows: Rows): Promise<void>
}
