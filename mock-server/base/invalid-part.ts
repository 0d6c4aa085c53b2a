import type { RefinementCtx } from "zod"
import { limits } from "../../sdk/contract/core/limits.ts"

/**
 * How many levels arrays and objects may have in what a world is made of, fixtures or a snapshot. Twice what a
 * request's body may, so that what the service took can be written and read; past some thousands `JSON.stringify` runs out of stack.
 */
export const documentDepth = 2 * limits.jsonDepth

export const tooDeep = (most = documentDepth): string => `must be nested at most ${most} levels deep`

/** A part of a document that cannot be taken in, by its path, and why. */
export interface InvalidPart {
  readonly path: string[]
  readonly message: string
}

/** The first part that is a promise, holds itself, as an object can though no text does, or is too deep. Never out of stack. */
export function findInvalidPart(document: unknown, most = documentDepth): InvalidPart | undefined {
  return findWithin(document, most, [], [])
}

function findWithin(part: unknown, most: number, path: string[], above: readonly unknown[]): InvalidPart | undefined {
  if (typeof part !== "object" || part === null) return undefined
  // It has no fields, and would be the seed alone.
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

/** A check of a schema that is made before all others, which would run out of stack. */
export const refuseInvalidParts =
  (most = documentDepth) =>
  (value: unknown, context: RefinementCtx): void => {
    const unfit = findInvalidPart(value, most)
    if (unfit !== undefined) context.addIssue({ code: "custom", ...unfit })
  }
