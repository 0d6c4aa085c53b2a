import type { Format, GlobalFlags } from "../../line/command/global-flags.ts"
import type { CommandSpec } from "../../line/command/spec.ts"
import { UsageError } from "../errors/cli-error.ts"
import type { Io, Sink } from "../io.ts"
import { idOf, pick } from "./fields.ts"
import { jsonPrinter, ndjsonPrinter } from "./json.ts"
import type { Output, Printer, Rows, Screen, ShowOptions } from "./output.ts"
import { drawnText, type TerminalText } from "./safe-text.ts"
import { write } from "./write.ts"

/** The output format: the flag, otherwise a table on a terminal and JSON elsewhere. */
export function formatOf(requested: Format | undefined, stdout: Sink): Format {
  return requested ?? (stdout.isTTY ? "table" : "json")
}

interface OutputOptions {
  readonly io: Pick<Io, "stdout" | "env">
  readonly globals: GlobalFlags
  readonly command: CommandSpec
  readonly screen: Screen
  readonly note: (text: string) => void
}

export function createOutput({ io, globals, command, screen, note }: OutputOptions): Output {
  const { stdout } = io
  const format = formatOf(globals.output, stdout)
  const print = (text: TerminalText) => write(stdout, text)
  const draw = (text: string) => print(screen.render(`${text}\n`))
  const isTerminal = stdout.isTTY === true
  const { columns, quiet } = globals
  const { endpoint, rows: facts = endpoint } = command

  async function printer(options: ShowOptions): Promise<Printer> {
    if (options.isStream && globals.output === undefined && !isTerminal) return ndjsonPrinter({ print })
    if (format === "csv" || format === "csv-excel") {
      const { csvPrinter } = await import("./csv.ts")
      const fields = columns ?? (endpoint?.download ? undefined : facts?.fields) ?? options.columns
      return csvPrinter({ write: print, isTerminal, columns: fields, isForExcel: format === "csv-excel" })
    }
    if (format === "table") {
      const { tablePrinter } = await import("./table.ts")
      return tablePrinter({ print, screen, note, columns: columns ?? options.columns, isAsked: columns !== undefined })
    }
    return format === "json" ? jsonPrinter({ print }) : ndjsonPrinter({ print })
  }

  /** Ids are JSON if JSON was requested explicitly, otherwise lines, for `xargs`. */
  const isIdLines = quiet && !(globals.output === "json" || globals.output === "ndjson")
  const idLine = async (id: unknown) => {
    if (id !== undefined) await print(drawnText(`${screen.safe(id)}\n`))
  }
  const isJson = format === "json" || format === "ndjson"
  const selected = (row: unknown) =>
    quiet ? (idOf(row) ?? null) : columns && isJson && isRecord(row) ? pick(row, columns) : row
  const selectedRow = (row: unknown) => (quiet ? idOfRow(row) : selected(row))

  return {
    format,
    showsCharts: isTerminal && globals.output === undefined && columns === undefined && !quiet,
    screen,
    async record(data, options = {}) {
      if (isIdLines) return idLine(idOf(data))
      if (this.showsCharts && options.draw) return draw(options.draw(screen))
      const most = this.showsCharts && !endpoint?.paginated ? endpoint?.columns : undefined
      await (await printer(options)).record(most && isRecord(data) ? pick(data, most) : selected(data))
      if (most) note("These are the fields that matter most. --output table shows all.")
    },
    async rows(rows, options = {}) {
      if (isIdLines) {
        for await (const row of rows) await idLine(idOfRow(row))
        return
      }
      const isReport = options.isReport && globals.output === undefined && columns === undefined && !quiet
      if ((this.showsCharts || isReport) && options.draw) {
        const text = options.draw(screen)
        return text === "" ? undefined : draw(text)
      }
      await (await printer({ ...options, columns: options.columns ?? facts?.columns })).rows(mapRows(rows, selectedRow))
    },
    text: (text) =>
      isTerminal ? draw(text.split("\n").map(screen.safe).join("\n")) : write(stdout, Buffer.from(`${text}\n`)),
    async bytes(chunks) {
      for await (const chunk of chunks) await write(stdout, chunk)
    },
  }
}

/** A list without output would look like an empty one. */
function idOfRow(row: unknown): unknown {
  const id = idOf(row)
  if (id !== undefined) return id
  throw new UsageError("--quiet prints ids, and these rows have none", "Choose fields with --columns instead.")
}

async function* mapRows(rows: Rows, change: (row: unknown) => unknown): AsyncGenerator<unknown, void, undefined> {
  for await (const row of rows) yield change(row)
}

const isRecord = (row: unknown): row is object => typeof row === "object" && row !== null && !Array.isArray(row)
