import { type Json, jsonValue, type Refuse } from "../contract/core/json-value.ts"
import { visibleText } from "../contract/core/redact.ts"
import { InvalidArgumentError } from "../errors.ts"
import { messageOf } from "../transport/fields.ts"

const refuse: Refuse = (at, problem) => {
  // Names of fields may be somebody's data.
  throw new InvalidArgumentError(visibleText(at).slice(0, 200), visibleText(problem))
}

/**
 * A body, or a part of one, as JSON has it.
 * @throws InvalidArgumentError naming the place of what JSON would change or lose.
 */
export function jsonBody(value: unknown, at: string): Json | undefined {
  try {
    return jsonValue(value, at, refuse)
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw error
    // What a getter or toJSON() throws, or too many levels.
    throw new InvalidArgumentError(at, `cannot be sent as JSON: ${messageOf(error)}`, { cause: error })
  }
}
