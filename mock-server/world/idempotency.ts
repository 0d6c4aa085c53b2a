import { canonicalJson } from "../../sdk/contract/core/canonical-json.ts"
import { type Reply, replayed, withWarning } from "../base/reply.ts"
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

/** What a handler of an endpoint with idempotency keys returns: its effect, to run once per key. */
export class OncePerKey<T> {
  constructor(
    readonly work: {
      /** The parsed and normalised payload; the order of its keys does not matter. */
      readonly payload: unknown
      /** Looks up what the payload names: a used key is decided first. */
      readonly make: () => T
      /** The response to a replay; the original response when omitted. */
      readonly again?: (first: T) => T
      /** The rule for refusing another payload. */
      readonly rule: RuleNumber
      /** Further fields of a conflict, from the original response. */
      readonly conflict?: (first: T) => Partial<ServiceErrorDetails>
      /** The key, where the body may have it, too; the header's when omitted. */
      readonly key?: string | undefined
      /** What the caller may not have meant. */
      readonly warning?: () => string | undefined
    },
  ) {}
}

/** Who used a key, and where: keys are scoped to account, brand and endpoint. */
interface KeyScope {
  readonly caller: Caller
  /** The endpoint's name. */
  readonly endpoint: string
  /** The header's key. */
  readonly key: string | undefined
}

/**
 * Runs an effect once per key. The same key and payload return the existing result. Another payload is a conflict. If the effect
 * throws, the key stays unused.
 */
export function replayByKey<T>(
  world: { readonly idempotency: Map<string, IdempotencyRecord> },
  scope: KeyScope,
  { work }: OncePerKey<T>,
): T | Reply<T> {
  const response = makeOrReplay(world, { ...scope, key: work.key ?? scope.key }, work)
  const warning = work.warning?.()
  return warning === undefined ? response : withWarning(response, warning)
}

function makeOrReplay<T>(
  world: { readonly idempotency: Map<string, IdempotencyRecord> },
  { caller, endpoint, key }: KeyScope,
  { payload, make, rule, ...then }: OncePerKey<T>["work"],
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
