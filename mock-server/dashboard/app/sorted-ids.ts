/** The index of an id in an ascending list, or where it would be inserted. */
export function placeOf(ids: readonly number[], id: number): number {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return low
}

/** Adds an id in its place, once; mostly that is the end. */
export function addId(ids: number[], id: number): void {
  const last = ids.at(-1)
  if (last === undefined || last < id) {
    ids.push(id)
    return
  }
  const at = placeOf(ids, id)
  if (ids[at] !== id) ids.splice(at, 0, id)
}

export function removeId(ids: number[], id: number): void {
  const at = placeOf(ids, id)
  if (ids[at] !== id) return
  if (at === 0) ids.shift()
  else ids.splice(at, 1)
}
