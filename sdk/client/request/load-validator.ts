import type { ResponseValidator } from "../options.ts"
import { builtin } from "../transport/builtin.ts"
import { loadValidator as refuse } from "./load-validator.portable.ts"

/**
 * Loads `mas-sdk/validation` by a `require` that bundlers do not follow: its schemas are ten times as large as the client. Throws
 * if it cannot be loaded.
 */
export function loadValidator(level: ResponseValidator["level"]): ResponseValidator {
  try {
    const load = builtin("node:module").createRequire(import.meta.url)
    const { responseValidator }: typeof import("../validation.ts") = load("mas-sdk/validation")
    return responseValidator(level)
  } catch {
    return refuse(level)
  }
}
