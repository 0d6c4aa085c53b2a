import { diffIndices } from "node-diff3"
import { linesOf } from "./lines.ts"

/** Lines that are shown around a change. */
const around = 3

/** What differs between two texts, as `diff -u` shows it: lines with ` `, `-` and `+` before them. Empty where nothing does. */
export function unifiedDiff(from: string, to: string): string[] {
  const [before, after] = [linesOf(from), linesOf(to)]
  const changes = diffIndices(before, after).map(({ buffer1: [at, length], buffer2: [atAfter, lengthAfter] }) => ({
    ...{ at, end: at + length, atAfter, endAfter: atAfter + lengthAfter },
  }))
  const hunks: (typeof changes)[] = []
  for (const change of changes) {
    const last = hunks.at(-1)?.at(-1)
    if (last && change.at - last.end <= 2 * around) hunks.at(-1)?.push(change)
    else hunks.push([change])
  }
  return hunks.flatMap((hunk) => {
    const [first, last] = [hunk[0], hunk.at(-1)]
    if (first === undefined || last === undefined) return []
    const start = Math.max(0, first.at - around)
    const end = Math.min(before.length, last.end + around)
    const startAfter = first.atAfter - (first.at - start)
    const endAfter = last.endAfter + (end - last.end)
    let shown = start
    const lines = hunk.flatMap((change) => {
      const kept = before.slice(shown, change.at).map((line) => shownLine(" ", line))
      shown = change.end
      return [
        ...kept,
        ...before.slice(change.at, change.end).map((line) => shownLine("-", line)),
        ...after.slice(change.atAfter, change.endAfter).map((line) => shownLine("+", line)),
      ]
    })
    const head = `@@ -${range(start, end)} +${range(startAfter, endAfter)} @@`
    return [head, ...lines, ...before.slice(shown, end).map((line) => shownLine(" ", line))]
  })
}

const range = (start: number, end: number) => `${end > start ? start + 1 : start},${end - start}`

/** What is not seen otherwise is said: a line without its end, or with a carriage return. */
function shownLine(sign: string, line: string): string {
  if (!line.endsWith("\n")) return `${sign}${line} (no line end)`
  return `${sign}${line.slice(0, -1).replace(/\r$/, " (CR)")}`
}
