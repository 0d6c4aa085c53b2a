/** The cells of one table that ran, or could not because their package is not to be had. */
export class Ran {
  readonly #names: string[] = []

  /** Notes a cell: it was tried and did well, or has a reason not to be. */
  add(...name: readonly string[]): void {
    this.#names.push(name.join(" · "))
  }

  names(): string[] {
    return this.#names.toSorted()
  }
}

/** The cells that a page's table says: row and column of each `yes`, in the table whose first heading is this one. */
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
