import { canonicalJson } from "../contract/core/canonical-json.ts"
import { idempotencyKeyLength } from "../contract/core/headers.ts"
import { InvalidArgumentError } from "./errors.ts"
import { sha256 } from "./sha256.ts"
import { isDate } from "./transport/fields.ts"

/** A value that a key can be made from. */
export type KeyPart = string | number | bigint | boolean | Date

/** Makes idempotency keys from your own ids, from a payload, or at random. */
export interface IdempotencyKeys {
  /**
   * A key from your own ids. Deterministic: the same parts always give the same key, in any Unicode normalization.
   * `("a", "bc")` and `("ab", "c")` give different keys.
   * @throws InvalidArgumentError for a blank part: records without an id would share a key.
   */
  (...parts: KeyPart[]): string
  /**
   * A key from the payload: the same JSON gives the same key, in any order of fields. Refuses values that a body may
   * not contain.
   */
  fromPayload(payload: unknown): string
  /** A key for one call. It does not survive a restart of your program. */
  random(): string
}

const readableLength = 60

function fromParts(...parts: KeyPart[]): string {
  if (parts.length === 0)
    throw new InvalidArgumentError("idempotencyKey()", "needs at least one part, such as an order's id")
  // An id from a form (text) and from a database (number) must give the same key: parts are compared as text.
  const texts = parts.map(partText)
  return keyOf(texts.join("-"), `parts ${JSON.stringify(texts)}`)
}

function partText(part: unknown, index: number): string {
  if (isDate(part)) return part.toISOString()
  if (typeof part === "string") {
    // A missing id: all records without one would share a key, and only the first message would be sent.
    if (/^[\s\p{Cc}\p{Cf}]*$/u.test(part))
      throw new InvalidArgumentError(`idempotencyKey() part ${index + 1}`, "is blank: is the record's id missing?")
    // One name may come composed or decomposed, by its source.
    return part.normalize("NFC")
  }
  const isUsable = typeof part === "number" ? Number.isFinite(part) : /^(bigint|boolean)$/.test(typeof part)
  if (isUsable) return String(part)
  throw new InvalidArgumentError(
    `idempotencyKey() part ${index + 1}`,
    "must be text, a finite number, true or false, or a valid date",
  )
}

function fromPayload(payload: unknown): string {
  const text = canonicalJson(payload, "payload", (at, problem) => {
    throw new InvalidArgumentError(at, `cannot be part of a key: it ${problem}`)
  })
  return keyOf("payload", `payload ${text}`)
}

/**
 * Makes idempotency keys: 1 to 128 printable characters that are safe to send, store and log. Spec: Transactional messages 5.
 *
 * - `idempotencyKey("receipt", order.id)`: from your own ids. `("a", "bc")` and `("ab", "c")` differ; `7` and
 *   `"7"` do not, nor a date and its ISO text.
 * - `idempotencyKey.fromPayload(body)`: from what is sent.
 * - `idempotencyKey.random()`: for one call.
 */
export const idempotencyKey: IdempotencyKeys = /* @__PURE__ */ Object.assign(fromParts, {
  fromPayload,
  random: randomKey,
})

function keyOf(label: string, exact: string): string {
  const readable = label.replace(/[^\w.@-]+/g, "_").slice(0, readableLength)
  return `${readable}-${sha256(exact)}`.slice(0, idempotencyKeyLength)
}

/** A random key for one call. It does not survive a restart of your program: prefer `idempotencyKey(...parts)`. */
export function randomKey(): string {
  // Pages without TLS and React Native lack randomUUID. A key must be unique, not secret.
  const random = () => Math.random().toString(36).slice(2)
  return `mas-${globalThis.crypto?.randomUUID?.() ?? `${random()}-${random()}-${random()}`}`
}
