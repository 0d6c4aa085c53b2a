/** The most likely candidate for a mistyped word; undefined when none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const typed = word.toLowerCase()
  let best: string | undefined
  let min = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    // The start of a long name is more likely than a name of the same length.
    const isStart = typed.length > 2 && candidate.startsWith(typed)
    const distance = isStart ? 0.5 : editDistance(typed, candidate)
    if (distance < min) {
      min = distance
      best = candidate
    }
  }
  return best
}

/** The number of letters to add, drop, replace or swap with a neighbour to turn one word into the other. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
      current.push(cost)
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}
