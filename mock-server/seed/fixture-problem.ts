import type { Steps } from "../base/event-loop.ts"
import { invalid } from "../base/mock-error.ts"
import { ServiceError } from "../base/service-error.ts"

/** The entries of a list in a document, each with its path. */
export const listed = <T>(path: string, list: readonly T[] = []) =>
  list.map((entry, index) => [`${path}.${index}`, entry] as const)

/** The 422 for a part of a fixtures document, with its path. */
export const problem = (path: string, message: string): ServiceError => invalid({ [path]: [message] })

/** Creates records for a part of a document; errors of the service get the part's path. */
export function at<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.details.validationErrors) throw withPath(path, error)
    throw problem(path, `is not possible: ${error.message}`)
  }
}

/** Does work for a part of a document; the fields of its errors get the part's path. */
export function* under<T>(path: string, work: Steps<T>): Steps<T> {
  try {
    return yield* work
  } catch (error) {
    throw withPath(path, error)
  }
}

function withPath(path: string, error: unknown): unknown {
  const fields = error instanceof ServiceError ? error.details.validationErrors : undefined
  if (fields === undefined) return error
  return invalid(Object.fromEntries(Object.entries(fields).map(([field, all]) => [`${path}.${field}`, all])))
}
