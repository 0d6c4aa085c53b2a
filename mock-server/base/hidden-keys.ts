interface Place {
  readonly value: unknown
  readonly key?: string
  readonly parent?: Place
}

/** The paths of `__proto__` keys: JSON allows them, but a schema would silently skip them. */
export function* hiddenKeys(document: unknown): Generator<string[]> {
  const waiting: Place[] = [{ value: document }]
  // Iterative: a document may be nested deeper than the call stack.
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    const { value } = step
    if (typeof value !== "object" || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      const within = { value: inner, key, parent: step }
      if (key === "__proto__") yield pathOf(within)
      else waiting.push(within)
    }
  }
}

function pathOf(step: Place): string[] {
  const path: string[] = []
  for (let at: Place | undefined = step; at?.key !== undefined; at = at.parent) path.push(at.key)
  return path.reverse()
}
