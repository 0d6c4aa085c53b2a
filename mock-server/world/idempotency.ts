import { canonicalJson } from "../../sdk/contract/core/canonical-json.ts"
import { type Reply, replayed } from "../base/reply.ts"
import type { RuleNumber } from "../base/rules.gen.ts"
import { ServiceError, type ServiceErrorDetails } from "../base/service-error.ts"
import type { Caller } from "./caller.ts"

export interface IdempotencyRecord {
  readonly fingerprint: string
  /** The original response. */
  readonly response: unknown
}

/** The requests made with a key, by scope and key. */
export class IdempotencyRecords extends Map<string, IdempotencyRecord> {
  #onChange: ((name: string, record: IdempotencyRecord) => void) | undefined

  override set(name: string, record: IdempotencyRecord): this {
    this.#onChange?.(name, record)
    return super.set(name, record)
  }

  /** Calls `onChange` for each record; without an argument it stops. */
  watch(onChange?: (name: string, record: IdempotencyRecord) => void): void {
    this.#onChange = onChange
  }
}

/** An effect to run once per key, with the request's scope and normalised payload. */
interface Once<T> {
  /** The endpoint's name; keys are scoped to account, brand and endpoint. */
  readonly endpoint: string
  readonly key: string | undefined
  /** The parsed and normalised payload; the order of its keys does not matter. */
  readonly payload: unknown
  readonly make: () => T
  /** The response to a replay; the original response when omitted. */
  readonly again?: (first: T) => T
  /** The rule for refusing another payload. */
  readonly rule: RuleNumber
  /** Further fields of a conflict, from the original response. */
  readonly conflict?: (first: T) => Partial<ServiceErrorDetails>
}

/**
 * Runs an effect once per key. The same key and payload return the existing result. Another payload is a conflict. If the effect
 * throws, the key stays unused.
 */
export function replayByKey<T>(
  world: { readonly idempotency: Map<string, IdempotencyRecord> },
  caller: Caller,
  { endpoint, key, payload, make, rule, ...then }: Once<T>,
): T | Reply<T> {
  if (key === undefined) return make()
  const name = `${caller.account.id}/${caller.brand.id}/${endpoint}/${key}`
  const fingerprint = canonicalJson(payload)
  const record = world.idempotency.get(name)
  if (record === undefined) {
    const response = make()
    world.idempotency.set(name, { fingerprint, response })
    return response
  }
  const first = record.response as T
  if (record.fingerprint !== fingerprint) {
    throw new ServiceError(409, "This Idempotency-Key was used with a different request", {
      rule,
      errorCode: "idempotency_conflict",
      code: "idempotency_conflict",
      ...then.conflict?.(first),
    })
  }
  return replayed(then.again === undefined ? first : then.again(first))
}
