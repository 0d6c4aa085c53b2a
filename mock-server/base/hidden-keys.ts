/** A value of a document and where it stands. */
interface Place {
  readonly value: unknown
  readonly key?: string
  readonly parent?: Place
}

/** Where a document has a key that JSON can have and no object of a program has as a field: a schema would pass over it. */
export function* hiddenKeys(document: unknown): Generator<string[]> {
  const waiting: Place[] = [{ value: document }]
  // In turn, not by calls of itself: a document may be deeper than those can go.
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { value } = place
    if (typeof value !== "object" || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      const within = { value: inner, key, parent: place }
      if (key === "__proto__") yield pathOf(within)
      else waiting.push(within)
    }
  }
}

function pathOf(place: Place): string[] {
  const path: string[] = []
  for (let at: Place | undefined = place; at?.key !== undefined; at = at.parent) path.push(at.key)
  return path.reverse()
}
