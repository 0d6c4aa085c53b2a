import type { AttemptFacts, DeliveryOutcome } from "./delivery.ts"

export interface KeptAttempt {
  readonly facts: AttemptFacts
  readonly outcome: DeliveryOutcome
}

/** A logged attempt with its id. */
export interface LoggedAttempt extends AttemptFacts {
  /** Assigned when the attempt ends, from 1. */
  readonly id: number
  readonly outcome: DeliveryOutcome
}

export const attemptsKept = 10_000
/** Maximum characters of kept responses. The oldest are dropped first, before their attempts. */
const responsesKept = 8 * 1024 * 1024

/** The log of webhook attempts: the newest 10,000, and the responses of the newest among them. */
export class AttemptLog {
  /** By their ids, ascending. */
  readonly #attempts = new Map<number, KeptAttempt>()
  #count = 0
  /** Attempts up to this id no longer have their response. */
  #forgottenTo = 0
  #characters = 0
  /** The attempts' ids, by delivery. */
  readonly #byDelivery = new Map<number, number[]>()
  #onChange: ((deliveryId: number, attempt: KeptAttempt) => void) | undefined

  add(attempt: KeptAttempt): void {
    if (this.#count - attemptsKept >= this.#forgottenTo) this.#forgetResponse()
    const id = ++this.#count
    this.#release(id - attemptsKept)
    this.#attempts.set(id, attempt)
    const { delivery_id } = attempt.facts
    this.#byDelivery.set(delivery_id, [...(this.#byDelivery.get(delivery_id) ?? []), id])
    this.#characters += charactersOf(attempt)
    while (this.#characters > responsesKept) this.#forgetResponse()
    this.#onChange?.(delivery_id, attempt)
  }

  /** Calls `onChange` with the delivery's id and each attempt; without an argument it stops. */
  watch(onChange?: (deliveryId: number, attempt: KeptAttempt) => void): void {
    this.#onChange = onChange
  }

  /** Oldest first. */
  list(): LoggedAttempt[] {
    return [...this.#attempts].map(([id, { facts, outcome }]) => ({ ...facts, id, outcome }))
  }

  *newestFirst(): Generator<LoggedAttempt> {
    for (let id = this.#count; id > 0; id--) {
      const attempt = this.#attempts.get(id)
      if (attempt === undefined) return
      yield { ...attempt.facts, id, outcome: attempt.outcome }
    }
  }

  /** The attempts of one delivery, oldest first. */
  of(deliveryId: number): LoggedAttempt[] {
    return (this.#byDelivery.get(deliveryId) ?? []).flatMap((id) => {
      const attempt = this.#attempts.get(id)
      return attempt === undefined ? [] : [{ ...attempt.facts, id, outcome: attempt.outcome }]
    })
  }

  dump(): { count: number; attempts: KeptAttempt[] } {
    return { count: this.#count, attempts: [...this.#attempts.values()] }
  }

  load({ count, attempts }: { readonly count: number; readonly attempts: readonly KeptAttempt[] }): void {
    this.#attempts.clear()
    this.#byDelivery.clear()
    this.#count = count - attempts.length
    this.#forgottenTo = this.#count
    this.#characters = 0
    for (const attempt of attempts) this.add(attempt)
  }

  #release(id: number): void {
    const gone = this.#attempts.get(id)
    if (gone === undefined) return
    this.#attempts.delete(id)
    const remaining = this.#byDelivery.get(gone.facts.delivery_id)?.filter((other) => other !== id) ?? []
    if (remaining.length > 0) this.#byDelivery.set(gone.facts.delivery_id, remaining)
    else this.#byDelivery.delete(gone.facts.delivery_id)
  }

  #forgetResponse(): void {
    const id = ++this.#forgottenTo
    const attempt = this.#attempts.get(id)
    if (attempt === undefined || !("status" in attempt.outcome) || attempt.outcome.response === undefined) return
    this.#characters -= charactersOf(attempt)
    const { status, duration } = attempt.outcome
    this.#attempts.set(id, { facts: attempt.facts, outcome: { status, duration } })
  }
}

function charactersOf({ outcome }: KeptAttempt): number {
  if (!("status" in outcome) || outcome.response === undefined) return 0
  let count = outcome.response.body.length
  for (const [name, value] of Object.entries(outcome.response.headers)) count += name.length + value.length
  return count
}
