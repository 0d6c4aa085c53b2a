/** The cells of a table that passed, or could not run because a package is unavailable. */
export class Ran {
  readonly #names: string[] = []

  /** Records a cell that passed or was skipped. */
  add(...name: readonly string[]): void {
    this.#names.push(name.join(" · "))
  }

  names(): string[] {
    return this.#names.toSorted()
  }
}

/** The row and column of each `yes` in a page's table, which is found by its first column's heading. */
export function tableOf(page: string, heading: string): string[] {
  const lines = page.split("\n")
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`))
  const cellsOf = (line = "") =>
    line
      .split("|")
      .slice(1, -1)
      .map((text) => text.trim())
  const [, ...columns] = cellsOf(lines[start])
  const rows = lines.slice(start + 2)
  const end = rows.findIndex((line) => !line.startsWith("|"))
  return rows
    .slice(0, end === -1 ? undefined : end)
    .flatMap((line) => {
      const [name, ...marks] = cellsOf(line)
      return columns.filter((_, at) => marks[at] === "yes").map((column) => `${name} · ${column}`)
    })
    .toSorted()
}
