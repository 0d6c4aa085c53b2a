import { attemptHeaders, type DeliveryOutcome } from "./attempt.ts"

/** An attempt as it is kept: its headers can be worked out again, since a signature is a function of what stands here. */
export interface LoggedAttempt {
  readonly id: number
  readonly webhook_id: number
  readonly delivery_id: number
  /** Which attempt of its delivery it was, from 1. */
  readonly attempt: number
  readonly url: string
  readonly event_id: string
  readonly event_type: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly body: string
  readonly secret: string
  readonly outcome: DeliveryOutcome
}

/** An attempt as it is shown. */
export interface ShownAttempt {
  readonly id: number
  readonly webhook_id: number
  readonly delivery_id: number
  readonly event_id: string
  readonly event_type: string
  readonly attempt: number
  readonly sent_at: string
  readonly url: string
  readonly request: { readonly headers: Readonly<Record<string, string>>; readonly body: string }
  readonly response_status: number | null
  /** Why there is no answer. */
  readonly error: string | null
  readonly duration_ms: number
}

const kept = 10_000

/** Every webhook attempt, the newest 10,000. */
export class AttemptLog {
  #attempts: LoggedAttempt[] = []
  #lastId = 0

  /** The id for the next attempt. */
  nextId(): number {
    return ++this.#lastId
  }

  add(attempt: LoggedAttempt): void {
    this.#attempts[(attempt.id - 1) % kept] = attempt
  }

  /** Oldest first. */
  list(): LoggedAttempt[] {
    const oldest = this.#lastId % kept
    return this.#lastId <= kept
      ? [...this.#attempts]
      : [...this.#attempts.slice(oldest), ...this.#attempts.slice(0, oldest)]
  }

  clear(): void {
    this.load({ lastId: 0, attempts: [] })
  }

  dump(): { lastId: number; attempts: LoggedAttempt[] } {
    return { lastId: this.#lastId, attempts: this.list() }
  }

  load({ lastId, attempts }: { readonly lastId: number; readonly attempts: readonly LoggedAttempt[] }): void {
    this.#lastId = lastId
    this.#attempts = []
    for (const attempt of attempts) this.#attempts[(attempt.id - 1) % kept] = attempt
  }
}

export function showAttempt(logged: LoggedAttempt): ShownAttempt {
  const { secret, outcome, at, body, ...rest } = logged
  return {
    ...rest,
    sent_at: new Date(at).toISOString(),
    request: { headers: attemptHeaders({ eventId: rest.event_id, at, body, secret }), body },
    response_status: "status" in outcome ? outcome.status : null,
    error: "error" in outcome ? outcome.error : null,
    duration_ms: outcome.duration,
  }
}
