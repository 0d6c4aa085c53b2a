import type { ApiResponse } from "../answer/api-promise.ts"
import { ResponseValidationError } from "../errors.ts"
import { harmless } from "../hooks.ts"
import type { Call } from "./call.ts"
import type { CallSecrets } from "./secrets.ts"

/** Checks data. With `error`, an invalid read throws; an invalid write is only logged, because it has had its effect. */
export function checkAnswer(
  data: unknown,
  response: ApiResponse,
  { call: { target, settings }, secrets }: { readonly call: Call; readonly secrets: CallSecrets },
): void {
  const { validateResponses: validator, logger } = settings
  const issues = (validator?.findIssues(data, target) ?? []).map(({ path, message }) => ({
    path: secrets.shown(path),
    message: secrets.shown(message),
  }))
  if (issues.length === 0) return
  const list = issues.map(({ path, message }) => `${path || "all of it"}: ${message}`).join("; ")
  const text = `${response.method} ${response.path} succeeded, but its answer differs from the contract: ${list}`
  if (validator?.level === "error" && target.method === "GET") {
    throw new ResponseValidationError(text, response, response.status, issues)
  }
  harmless(() => logger?.warn?.(text, { status: response.status }))
}
