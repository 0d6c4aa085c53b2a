import { invalid, ServiceError } from "../base/service-error.ts"

/** What is wrong with a part of a fixtures document, by its path: the 422 that names it. */
export const problem = (path: string, message: string): ServiceError => invalid({ [path]: [message] })

/** Does what a part of a document says; what the service refuses of it is told with the part's path. */
export function at<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { validationErrors } = error.details
    if (validationErrors === undefined) throw problem(path, `cannot be: ${error.message}`)
    throw invalid(Object.fromEntries(Object.entries(validationErrors).map(([field, all]) => [`${path}.${field}`, all])))
  }
}
