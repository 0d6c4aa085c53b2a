import { invalid, ServiceError } from "../base/service-error.ts"

/** What is wrong with a part of a fixtures document, by its path: the 422 that names it. */
export const problem = (path: string, message: string): ServiceError => invalid({ [path]: [message] })

/** Does what a part of a document says; what the service refuses of it is told with the part's path. */
export function at<T>(path: string, act: () => T): T {
  try {
    return under(path, act)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.details.validationErrors) throw error
    throw problem(path, `cannot be: ${error.message}`)
  }
}

/** Does something with a part of a document; fields that are refused are told with the part's path. */
export function under<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    const fields = error instanceof ServiceError ? error.details.validationErrors : undefined
    if (fields === undefined) throw error
    throw invalid(Object.fromEntries(Object.entries(fields).map(([field, all]) => [`${path}.${field}`, all])))
  }
}
