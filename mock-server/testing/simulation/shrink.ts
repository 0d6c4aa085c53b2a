/**
 * Delta debugging: finds a minimal sublist that still fails. Tries parts of the list, and the list without a part, in
 * ever smaller pieces. After `trials` attempts it returns the smallest list so far.
 */
export async function shrink<T>(
  items: readonly T[],
  stillDoes: (some: readonly T[]) => Promise<boolean>,
  maxTrials: number,
): Promise<readonly T[]> {
  let remaining = items
  let trials = 0
  const does = async (some: readonly T[]) => trials++ < maxTrials && (await stillDoes(some))
  if (items.length > 0 && (await does([]))) return []
  for (let pieces = 2; remaining.length >= 2 && trials < maxTrials; ) {
    const smaller = await firstThat(candidates(remaining, pieces), does)
    if (smaller !== undefined) {
      pieces = smaller.length * 2 <= remaining.length ? 2 : Math.max(pieces - 1, 2)
      remaining = smaller
    } else if (pieces < remaining.length) pieces = Math.min(pieces * 2, remaining.length)
    else break
  }
  return remaining
}

/** Each piece alone, then all but each piece. */
function candidates<T>(list: readonly T[], pieces: number): (readonly T[])[] {
  const size = Math.ceil(list.length / pieces)
  const starts = Array.from({ length: Math.ceil(list.length / size) }, (_, index) => index * size)
  const parts = starts.map((start) => list.slice(start, start + size))
  const rests = pieces === 2 ? [] : starts.map((start) => [...list.slice(0, start), ...list.slice(start + size)])
  return [...parts, ...rests]
}

async function firstThat<T>(all: readonly T[], fits: (one: T) => Promise<boolean>): Promise<T | undefined> {
  for (const one of all) if (await fits(one)) return one
  return undefined
}
