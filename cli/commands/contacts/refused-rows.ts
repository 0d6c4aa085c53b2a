import { isConsent } from "../../../sdk/files/contacts-csv/columns.ts"
import type { ContactsPlan } from "../../../sdk/files/contacts-csv/index.ts"
import type { Context } from "../../connection/context.ts"
import { textsOf } from "../../line/flag-values.ts"
import { RefusedFile } from "../../runners/refused-file.ts"
import type { Io } from "../../terminal/io.ts"
import { csvLine } from "../../terminal/output/csv.ts"

/** The refused rows with their original columns, line and reason, to correct and import again. */
export class RefusedRowsFile extends RefusedFile {
  constructor(
    io: Io,
    path: string,
    private readonly header: readonly string[],
  ) {
    super(io, path, csvLine([...header, "import_line", "import_problem"]))
  }

  addRow(cells: readonly string[], line: number | undefined, problem: string): Promise<void> {
    const padded = this.header.map((_name, index) => cells[index] ?? "")
    // Cells beyond the header come last: these have to be corrected.
    const beyond = cells.slice(this.header.length)
    return this.add(csvLine([...padded, line === undefined ? "" : String(line), problem, ...beyond]))
  }
}

/**
 * The command for the file of refused rows. It has the meaning of the columns: their names alone, or the few values there, may not
 * say again who left.
 */
export function importAgain(
  { flags, nextCommand }: Context,
  path: string,
  { columns, allLeftReason }: ContactsPlan,
): string {
  const typedMap = textsOf(flags, "map") ?? []
  // As --map compares names.
  const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, "")
  const typedNames = new Set(typedMap.map((pair) => plain(pair.slice(0, pair.lastIndexOf("=")))))
  const consentColumns = columns
    .filter(({ target, isUnknown }) => isConsent(target) || (target === "email" && isUnknown))
    .filter(({ header }) => !typedNames.has(plain(header)))
  const map = [...typedMap, ...consentColumns.map(({ header, target }) => `${header}=${target}`)]
  return nextCommand({
    args: [path],
    flags: {
      map: map.length === 0 ? undefined : map,
      ...(allLeftReason !== undefined && { all: "opt_out" }),
      ...(flags["header-row"] !== undefined && { "header-row": 1 }),
      ...{ encoding: undefined, errors: undefined, restart: undefined },
    },
  })
}
