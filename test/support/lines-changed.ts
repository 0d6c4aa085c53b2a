/** Maximum consecutive removed lines to show; more are only counted. */
const most = 3

/** A line diff of two texts: `-` for removed lines, `+` for added lines. */
export function linesChanged(before: readonly string[], after: readonly string[]): string[] {
  // The length of the longest common subsequence from each position on.
  const common = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1))
  const at = (row: number, column: number) => common[row]?.[column] ?? 0
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const isSame = before[row] === after[column]
      const most = isSame ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
      common[row]?.fill(most, column, column + 1)
    }
  }
  const changed: string[] = []
  let gone: string[] = []
  const tellGone = () => {
    changed.push(...gone.slice(0, most))
    if (gone.length > most) changed.push(`- … ${gone.length - most} more`)
    gone = []
  }
  for (let [row, column] = [0, 0]; row < before.length || column < after.length; ) {
    if (row < before.length && before[row] === after[column]) {
      tellGone()
      row++
      column++
    } else if (column >= after.length || (row < before.length && at(row + 1, column) >= at(row, column + 1))) {
      gone.push(`- ${before[row++]}`)
    } else {
      tellGone()
      changed.push(`+ ${after[column++]}`)
    }
  }
  tellGone()
  return changed
}
