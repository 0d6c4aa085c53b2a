import * as z from "zod"
import { InvalidArgumentError } from "../client/errors.ts"
import { fieldReader, isObject, messageOf } from "../client/transport/fields.ts"
import { visibleText } from "../contract/core/clean-text.ts"
import { isIdempotencyKey } from "../contract/core/idempotency-key.ts"
import { SendMessage } from "../contract/messages.ts"
import { jsonBody } from "../files/json-body.ts"
import type { OutboxMessage } from "./row.ts"

/**
 * A message as the outbox stores it.
 * @throws InvalidArgumentError naming the field that JSON cannot hold, or that the contract refuses.
 */
export function messageText(input: unknown): string {
  if (!isObject(input)) throw new InvalidArgumentError("message", "must be an object")
  const message = jsonBody(input, "message")
  // A template of `templates/` gets its id when the message is sent.
  const isReference = isObject(fieldReader(message)("template_id", isObject))
  const checked = isReference ? { ...Object(message), template_id: 1 } : message
  const [issue] = z.safeParse(SendMessage, checked).error?.issues ?? []
  if (issue) throw new InvalidArgumentError(...refusalOf(issue))
  return JSON.stringify(message)
}

function refusalOf(issue: z.core.$ZodIssue): [field: string, problem: string] {
  const keys = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : []
  const field = visibleText(["message", ...issue.path, ...keys].map(String).join(".")).slice(0, 200)
  if (keys.length > 0) return [field, "is not a field of a message"]
  if (issue.code === "custom") return [field, issue.message]
  return [field, `is not as the service takes it: ${issue.message}`]
}

/** Why a row can never be sent; undefined if it can. Rows are also written by hand, and cut by migrations. */
export function problemOfRow({ id, message }: OutboxMessage): string | undefined {
  if (!isIdempotencyKey(id) || id !== id.trim()) return "The id is no idempotency key: add the message again"
  if (message === null) return "The column message does not hold a message as JSON"
  try {
    jsonBody(message, "message")
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}
