import type { RefinementCtx } from "zod"
import { limits } from "../../sdk/contract/core/limits.ts"

/**
 * Maximum nesting of fixtures and snapshots. Twice the limit of a request's body, so that every accepted body can be written and
 * read again. Beyond some thousands `JSON.stringify` overflows the stack.
 */
export const documentDepth = 2 * limits.jsonDepth

export const tooDeep = (most = documentDepth): string => `must be nested at most ${most} levels deep`

/** An unacceptable part of a document: its path and the reason. */
export interface InvalidPart {
  readonly path: string[]
  readonly message: string
}

/** The first part that is a promise, contains itself, or is nested too deeply. Never overflows the stack. */
export function findInvalidPart(document: unknown, most = documentDepth): InvalidPart | undefined {
  return findWithin(document, most, [], [])
}

function findWithin(part: unknown, most: number, path: string[], above: readonly unknown[]): InvalidPart | undefined {
  if (typeof part !== "object" || part === null) return undefined
  // A promise has no fields: it would count as empty fixtures.
  if (part instanceof Promise) return { path, message: "is a promise: await it" }
  if (above.includes(part)) return { path, message: "holds itself" }
  if (above.length >= most) return { path: [], message: tooDeep(most) }
  const within = [...above, part]
  for (const [key, inner] of Object.entries(part)) {
    const found = findWithin(inner, most, [...path, key], within)
    if (found !== undefined) return found
  }
  return undefined
}

/** A schema check that runs before all others, which would overflow the stack. */
export const refuseInvalidParts =
  (most = documentDepth) =>
  (value: unknown, context: RefinementCtx): void => {
    const unfit = findInvalidPart(value, most)
    if (unfit !== undefined) context.addIssue({ code: "custom", ...unfit })
  }
