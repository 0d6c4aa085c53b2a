import type { AttemptFacts, DeliveryOutcome } from "./delivery.ts"

/** An attempt and what came of it, as they are kept. */
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

const kept = 10_000
/** Characters of answers that are kept: the oldest are forgotten first, before their attempts are. */
const answersKept = 8 * 1024 * 1024

/** Every webhook attempt, the newest 10,000, with what the newest of them were answered. */
export class AttemptLog {
  #attempts: KeptAttempt[] = []
  #count = 0
  /** Attempts before this one have no answer any more. */
  #forgottenTo = 0
  #characters = 0

  add(attempt: KeptAttempt): void {
    if (this.#count - kept >= this.#forgottenTo) this.#forgetAnswer()
    this.#attempts[this.#count++ % kept] = attempt
    this.#characters += charactersOf(attempt)
    while (this.#characters > answersKept) this.#forgetAnswer()
  }

  /** Oldest first. */
  list(): LoggedAttempt[] {
    const attempts = this.#inOrder()
    const firstId = this.#count - attempts.length + 1
    return attempts.map(({ facts, outcome }, place) => ({ ...facts, id: firstId + place, outcome }))
  }

  dump(): { count: number; attempts: KeptAttempt[] } {
    return { count: this.#count, attempts: this.#inOrder() }
  }

  load({ count, attempts }: { readonly count: number; readonly attempts: readonly KeptAttempt[] }): void {
    this.#attempts = []
    this.#count = count - attempts.length
    this.#forgottenTo = this.#count
    this.#characters = 0
    for (const attempt of attempts) this.add(attempt)
  }

  #forgetAnswer(): void {
    const place = this.#forgottenTo++ % kept
    const attempt = this.#attempts[place]
    if (attempt === undefined || !("status" in attempt.outcome) || attempt.outcome.answer === undefined) return
    this.#characters -= charactersOf(attempt)
    const { status, duration } = attempt.outcome
    this.#attempts[place] = { facts: attempt.facts, outcome: { status, duration } }
  }

  #inOrder(): KeptAttempt[] {
    const oldest = this.#count <= kept ? 0 : this.#count % kept
    return [...this.#attempts.slice(oldest), ...this.#attempts.slice(0, oldest)]
  }
}

function charactersOf({ outcome }: KeptAttempt): number {
  if (!("status" in outcome) || outcome.answer === undefined) return 0
  let count = outcome.answer.body.length
  for (const [name, value] of Object.entries(outcome.answer.headers)) count += name.length + value.length
  return count
}
