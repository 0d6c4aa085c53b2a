import type { Rows } from "./output.ts"

/** One format: how data becomes text on stdout. */
export interface Printer {
  readonly put: (text: string) => Promise<void>
  record(value: unknown): Promise<void>
  rows(rows: Rows): Promise<void>
}
