import { InvalidArgumentError } from "../client/errors.ts"
import { messageOf } from "../client/transport/fields.ts"
import { visibleText } from "../contract/core/clean-text.ts"
import { type Json, jsonValue, type Refuse } from "../contract/core/json-value.ts"

const refuse: Refuse = (at, problem) => {
  // A field name may be personal data: the message gives only its position.
  throw new InvalidArgumentError(visibleText(at).slice(0, 200), visibleText(problem))
}

/**
 * A body, or a part of one, as JSON.
 * @throws InvalidArgumentError naming the place that JSON would change or lose.
 */
export function jsonBody(value: unknown, at: string): Json | undefined {
  try {
    return jsonValue(value, at, refuse)
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw error
    // A getter or toJSON() threw, or the nesting is too deep.
    throw new InvalidArgumentError(at, `cannot be sent as JSON: ${messageOf(error)}`, { cause: error })
  }
}
