import { InvalidArgumentError } from "../errors.ts"
import type { ResponseValidator } from "../options.ts"

/** Off Node nothing is loaded by name: a bundler would have to include all of it. */
export function loadValidator(level: string): ResponseValidator {
  const advice = `give responseValidator("${level}") of mas-sdk/validation`
  throw new InvalidArgumentError("validateResponses", `cannot load schemas here: ${advice}`)
}
