import * as z from "zod"
import type { ApiResponse } from "./answer.ts"
import type { Call } from "./call.ts"
import type { EndpointGroup, EndpointSpec } from "./contract/endpoint.ts"
import { contract } from "./contract/index.ts"
import { ResponseValidationError } from "./errors.ts"

/** The most differences that an error or a warning lists. */
const maxIssues = 10

/**
 * Checks an answer against the contract, and leaves it as it is. Unknown fields are fine. With `error`, a read that
 * does not fit throws; a write that does not fit is only logged, because it has had its effect.
 */
export function validateAnswer(data: unknown, response: ApiResponse, call: Call): void {
  const { target, settings } = call
  const spec: Pick<EndpointSpec, "response" | "paginated"> | undefined = target.response
    ? { response: target.response }
    : findEndpoint(target.name)
  if (!spec?.response || data === undefined) return
  const schema = target.paginated ? z.array(spec.response as z.ZodType) : spec.response
  const result = z.core.safeParse(schema, data)
  if (result.success) return
  const issues = result.error.issues.slice(0, maxIssues).map(({ path, message }) => ({ path: path.join("."), message }))
  const list = issues.map(({ path, message }) => `${path || "the answer"}: ${message}`).join("; ")
  const message = `${response.method} ${response.path} succeeded, but its answer differs from the contract: ${list}`
  if (settings.validateResponses === "error" && target.method === "GET") {
    throw new ResponseValidationError(message, response, response.status, issues)
  }
  settings.logger?.warn?.(message, { status: response.status })
}

function findEndpoint(name: string | undefined): EndpointSpec | undefined {
  const [group = "", verb = ""] = name?.split(".") ?? []
  const groups: Readonly<Record<string, EndpointGroup>> = contract
  return groups[group]?.[verb]
}
