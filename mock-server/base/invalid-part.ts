import type { RefinementCtx } from "zod"
import { limits } from "../../sdk/contract/core/limits.ts"

/**
 * Maximum nesting of fixtures and snapshots. Twice the limit of a request's body, so that every accepted body can be written and
 * read again. Beyond some thousands `JSON.stringify` overflows the stack.
 */
export const documentDepth = 2 * limits.jsonDepth

export const tooDeep = (maxDepth = documentDepth): string => `must be nested at most ${maxDepth} levels deep`

export interface InvalidPart {
  readonly path: string[]
  readonly message: string
}

/** The first part that is a promise, contains itself, or is nested too deeply. Never overflows the stack. */
export function findInvalidPart(
  part: unknown,
  maxDepth = documentDepth,
  path: string[] = [],
  above: readonly unknown[] = [],
): InvalidPart | undefined {
  if (typeof part !== "object" || part === null) return undefined
  // A promise has no fields: it would count as empty fixtures.
  if (part instanceof Promise) return { path, message: "is a promise: await it" }
  if (above.includes(part)) return { path, message: "contains itself" }
  if (above.length >= maxDepth) return { path: [], message: tooDeep(maxDepth) }
  const within = [...above, part]
  for (const [key, inner] of Object.entries(part)) {
    const problem = findInvalidPart(inner, maxDepth, [...path, key], within)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** A schema check that runs before all others, which would overflow the stack. */
export const refuseInvalidParts =
  (maxDepth = documentDepth) =>
  (value: unknown, context: RefinementCtx): void => {
    const unfit = findInvalidPart(value, maxDepth)
    if (unfit !== undefined) context.addIssue({ code: "custom", ...unfit })
  }
