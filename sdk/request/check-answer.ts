import type { ApiResponse } from "../answer/api-promise.ts"
import { ResponseValidationError } from "../errors.ts"
import type { Call } from "./call.ts"

/**
 * Checks data against the contract, whose schemas are loaded for it. With `error`, a read that differs throws; a write
 * that differs is only logged, because it has had its effect.
 */
export async function checkAnswer(data: unknown, response: ApiResponse, { target, settings }: Call): Promise<void> {
  const { findIssues } = await import("./validate.ts")
  const issues = findIssues(data, target)
  if (issues.length === 0) return
  const list = issues.map(({ path, message }) => `${path || "all of it"}: ${message}`).join("; ")
  const text = `${response.method} ${response.path} succeeded, but its answer differs from the contract: ${list}`
  if (settings.validateResponses === "error" && target.method === "GET") {
    throw new ResponseValidationError(text, response, response.status, issues)
  }
  settings.logger?.warn?.(text, { status: response.status })
}
