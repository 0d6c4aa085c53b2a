import { isDate, isObject } from "../client/transport/fields.ts"
import { canonicalJson } from "../contract/core/canonical-json.ts"
import type { SendMessage } from "../contract/messages.ts"
import { soleValue } from "../stores/options.ts"
import type { Rows } from "../stores/postgres-clients.ts"

/** A row of the outbox. */
export interface OutboxMessage {
  /** The idempotency key, made of the parts that `add` was given. */
  readonly id: string
  /** The message as it goes out; null if the row does not hold one: then it is set aside, and `error` says so. */
  readonly message: SendMessage | null
  /** The brand to send it for; null: the client's. */
  readonly brandSid: string | null
  /** The account to send it for; null: the client's. */
  readonly accountId: string | null
  /** Number of failures for a temporary reason, such as a lost connection. Waiting until `retryAt` does not count. */
  readonly attempts: number
  /** The error of the last attempt; null if it did not fail. */
  readonly error: string | null
  /** Why its address is suppressed, if it was set aside for that; otherwise null. */
  readonly suppressed: string | null
  /** The service's id of the message; null until it is accepted. */
  readonly messageId: number | null
  /** Time of acceptance in ISO 8601; null until then. */
  readonly sentAt: string | null
}

/** A row that is to be sent. */
export interface OpenMessage extends OutboxMessage {
  /** True if the service may have accepted it. */
  readonly isInDoubt: boolean
  /** Who made them: a `senderText`. Null if nobody recorded that. */
  readonly triedBy: string | null
}

/** True for the same JSON, in any order of fields. */
export const isSameJson = (one: string, other: string): boolean =>
  one === other || canonicalJson(parsed(one)) === canonicalJson(parsed(other))

/** A row may have been edited: what cannot be read in it concerns no other row. */
export function messageIn(row: Rows[number]): OutboxMessage {
  const { isInDoubt: _, triedBy: __, ...message } = openMessageIn(row)
  return message
}

export function openMessageIn(row: Rows[number]): OpenMessage {
  const { message, sentAt, attempts, inDoubt, ...fields } = JSON.parse(String(soleValue(row)))
  const content = parsed(String(message))
  return {
    ...fields,
    attempts: Number(attempts) || 0,
    isInDoubt: Number(inDoubt) !== 0,
    message: isObject(content) ? content : null,
    sentAt: isoTime(sentAt),
  }
}

/** A time of the database in ISO 8601; null if it is none. */
export function isoTime(text: unknown): string | null {
  const time = new Date(String(text))
  return isDate(time) ? time.toISOString() : null
}

/** The value of JSON text; null if it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
