import type { Io } from "../../io.ts"
import { csvLine } from "../../output/csv.ts"
import { RefusedFile } from "../refused-file.ts"

/** Rows that were refused, in the columns they came in, with the line and the reason: to be mended and imported again. */
export class RefusedRowsFile extends RefusedFile {
  constructor(
    io: Io,
    path: string,
    private readonly header: readonly string[],
  ) {
    super(io, path, csvLine([...header, "import_line", "import_problem"]))
  }

  addRow(cells: readonly string[], line: number | undefined, problem: string): Promise<void> {
    const padded = this.header.map((_name, at) => cells[at] ?? "")
    // Cells that no column of the header is for come last: they are what has to be mended.
    const beyond = cells.slice(this.header.length)
    return this.add(csvLine([...padded, line === undefined ? "" : String(line), problem, ...beyond]))
  }
}
