import type { CommandSpec } from "../command.ts"
import type { GlobalFlags } from "../context.ts"
import type { Io, Sink } from "../io.ts"
import { painter, wantsColor } from "./color.ts"
import { idOf, pick } from "./fields.ts"
import { jsonPrinter, ndjsonPrinter } from "./json.ts"
import type { Format, Output, Rows, Screen, ShowOptions } from "./output.ts"
import type { Printer } from "./printer.ts"
import { safeLine } from "./safe-text.ts"
import { textWidth } from "./width.ts"
import { write } from "./write.ts"

/** The screen behind a stream. */
export function screenFor(sink: Sink, { env, now }: Pick<Io, "env" | "now">, asked: boolean | undefined): Screen {
  return {
    columns: sink.columns || 80,
    now: now(),
    paint: painter(wantsColor({ isTTY: sink.isTTY, env, asked })),
    safe: (text) => safeLine(String(text)),
    width: textWidth,
  }
}

/** The format of what is printed: as asked for, else a table on a terminal and JSON elsewhere. */
export function formatOf(asked: Format | undefined, stdout: Sink): Format {
  return asked ?? (stdout.isTTY ? "table" : "json")
}

/** Prints for one command, by the flags that every command has. */
export function createOutput(io: Io, globals: GlobalFlags, command: CommandSpec, note: (text: string) => void): Output {
  const { stdout } = io
  const format = formatOf(globals.output, stdout)
  const screen = screenFor(stdout, io, globals.color)
  const put = (text: string) => write(stdout, text)
  const isTerminal = stdout.isTTY === true
  const { columns, quiet } = globals

  async function printer(options: ShowOptions): Promise<Printer> {
    if (options.isStream && globals.output === undefined && !isTerminal) return ndjsonPrinter({ put })
    if (format === "csv") {
      const { csvPrinter } = await import("./csv.ts")
      return csvPrinter({ put, isTerminal, columns: columns ?? command.endpoint?.fields ?? options.columns })
    }
    if (format === "table") {
      const { tablePrinter } = await import("./table.ts")
      return tablePrinter({ put, screen, isTerminal, note, columns: columns ?? options.columns })
    }
    return format === "json" ? jsonPrinter({ put }) : ndjsonPrinter({ put })
  }

  /** Ids: JSON where JSON was asked for by name, lines elsewhere, so that `xargs` can take them. */
  const isIdLines = quiet && !(globals.output === "json" || globals.output === "ndjson")
  const isJson = format === "json" || format === "ndjson"
  const selected = (row: unknown) =>
    quiet ? (idOf(row) ?? null) : columns && isJson && isRecord(row) ? pick(row, columns) : row

  return {
    format,
    showsCharts: isTerminal && globals.output === undefined && columns === undefined && !quiet,
    screen,
    async record(data, options = {}) {
      if (isIdLines) return idLines([data], put, screen)
      if (this.showsCharts && options.draw) return put(`${options.draw(screen)}\n`)
      await (await printer(options)).record(selected(data))
    },
    async rows(rows, options = {}) {
      if (isIdLines) return idLines(rows, put, screen)
      if (this.showsCharts && options.draw) return put(`${options.draw(screen)}\n`)
      await (await printer({ ...options, columns: options.columns ?? command.endpoint?.columns })).rows(
        mapRows(rows, selected),
      )
    },
    text: (text) => put(`${isTerminal ? text.split("\n").map(safeLine).join("\n") : text}\n`),
    async bytes(chunks) {
      for await (const chunk of chunks) await write(stdout, chunk)
    },
  }
}

async function idLines(rows: Rows, put: Printer["put"], screen: Screen): Promise<void> {
  for await (const row of rows) {
    const id = idOf(row)
    if (id !== undefined) await put(`${screen.safe(id)}\n`)
  }
}

async function* mapRows(rows: Rows, change: (row: unknown) => unknown): AsyncGenerator<unknown, void, undefined> {
  for await (const row of rows) yield change(row)
}

const isRecord = (row: unknown) => typeof row === "object" && row !== null && !Array.isArray(row)
