import type { AttemptFacts, DeliveryOutcome } from "./delivery.ts"

/** A logged attempt with its result. */
export interface KeptAttempt {
  readonly facts: AttemptFacts
  readonly outcome: DeliveryOutcome
}

/** The same with its place among all attempts. */
export interface LoggedAttempt extends AttemptFacts {
  /** In the order in which attempts were settled, from 1. */
  readonly id: number
  readonly outcome: DeliveryOutcome
}

/** So many are kept. */
export const attemptsKept = 10_000
/** Characters of answers that are kept: the oldest are forgotten first, before their attempts are. */
const answersKept = 8 * 1024 * 1024

/** The log of webhook attempts: the newest 10,000, and the responses of the newest among them. */
export class AttemptLog {
  #attempts: KeptAttempt[] = []
  #count = 0
  /** Attempts before this one have no answer any more. */
  #forgottenTo = 0
  #characters = 0
  /** Which attempts each delivery had, by their ids; from when it is first asked for. */
  #byDelivery: Map<number, number[]> | undefined
  #onChange: ((attempt: KeptAttempt) => void) | undefined

  add(attempt: KeptAttempt): void {
    if (this.#count - attemptsKept >= this.#forgottenTo) this.#forgetAnswer()
    this.#file(attempt)
    this.#attempts[this.#count++ % attemptsKept] = attempt
    this.#characters += charactersOf(attempt)
    while (this.#characters > answersKept) this.#forgetAnswer()
    this.#onChange?.(attempt)
  }

  /** Calls `onChange` for each attempt; without an argument it stops. */
  watch(onChange?: (attempt: KeptAttempt) => void): void {
    this.#onChange = onChange
  }

  /** Oldest first. */
  list(): LoggedAttempt[] {
    const attempts = this.#inOrder()
    const firstId = this.#count - attempts.length + 1
    return attempts.map(({ facts, outcome }, index) => ({ ...facts, id: firstId + index, outcome }))
  }

  /** Those of one delivery, oldest first. */
  of(deliveryId: number): LoggedAttempt[] {
    if (this.#byDelivery === undefined) {
      this.#byDelivery = new Map()
      for (const { id, delivery_id } of this.list()) fileUnder(this.#byDelivery, delivery_id, id)
    }
    return (this.#byDelivery.get(deliveryId) ?? []).flatMap((id) => {
      const attempt = this.#attempts[(id - 1) % attemptsKept]
      return attempt === undefined ? [] : [{ ...attempt.facts, id, outcome: attempt.outcome }]
    })
  }

  dump(): { count: number; attempts: KeptAttempt[] } {
    return { count: this.#count, attempts: this.#inOrder() }
  }

  load({ count, attempts }: { readonly count: number; readonly attempts: readonly KeptAttempt[] }): void {
    this.#attempts = []
    this.#byDelivery = undefined
    this.#count = count - attempts.length
    this.#forgottenTo = this.#count
    this.#characters = 0
    for (const attempt of attempts) this.add(attempt)
  }

  /** Files the next attempt under its delivery, and takes out the one in whose stead it comes. */
  #file({ facts }: KeptAttempt): void {
    if (this.#byDelivery === undefined) return
    fileUnder(this.#byDelivery, facts.delivery_id, this.#count + 1)
    const gone = this.#count < attemptsKept ? undefined : this.#attempts[this.#count % attemptsKept]?.facts.delivery_id
    if (gone === undefined) return
    const left = (this.#byDelivery.get(gone) ?? []).slice(1)
    if (left.length > 0) this.#byDelivery.set(gone, left)
    else this.#byDelivery.delete(gone)
  }

  #forgetAnswer(): void {
    const place = this.#forgottenTo++ % attemptsKept
    const attempt = this.#attempts[place]
    if (attempt === undefined || !("status" in attempt.outcome) || attempt.outcome.answer === undefined) return
    this.#characters -= charactersOf(attempt)
    const { status, duration } = attempt.outcome
    this.#attempts[place] = { facts: attempt.facts, outcome: { status, duration } }
  }

  #inOrder(): KeptAttempt[] {
    const oldest = this.#count <= attemptsKept ? 0 : this.#count % attemptsKept
    return [...this.#attempts.slice(oldest), ...this.#attempts.slice(0, oldest)]
  }
}

function fileUnder(byDelivery: Map<number, number[]>, deliveryId: number, id: number): void {
  const ids = byDelivery.get(deliveryId)
  if (ids === undefined) byDelivery.set(deliveryId, [id])
  else ids.push(id)
}

function charactersOf({ outcome }: KeptAttempt): number {
  if (!("status" in outcome) || outcome.answer === undefined) return 0
  let count = outcome.answer.body.length
  for (const [name, value] of Object.entries(outcome.answer.headers)) count += name.length + value.length
  return count
}
