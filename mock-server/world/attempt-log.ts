import type { AttemptFacts, DeliveryOutcome } from "./delivery.ts"

/** An attempt and what came of it, as they are kept. */
interface KeptAttempt {
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

/** Every webhook attempt, the newest 10,000. */
export class AttemptLog {
  #attempts: KeptAttempt[] = []
  #count = 0

  add(attempt: KeptAttempt): void {
    this.#attempts[this.#count++ % kept] = attempt
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
    for (const attempt of attempts) this.add(attempt)
  }

  #inOrder(): KeptAttempt[] {
    const oldest = this.#count <= kept ? 0 : this.#count % kept
    return [...this.#attempts.slice(oldest), ...this.#attempts.slice(0, oldest)]
  }
}
