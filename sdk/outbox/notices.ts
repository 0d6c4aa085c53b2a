import { MasError, pinClassNames } from "../base/mas-error.ts"
import { ignoreErrors, type Logger, warn } from "../client/hooks.ts"
import { messageOf } from "../client/transport/fields.ts"

/** A message of the outbox was not sent. */
export class OutboxError extends MasError {
  constructor(
    /** The id of the message. */
    readonly id: string,
    /** True if it is set aside: `outbox.retry(id)` makes it due again. Otherwise it waits for its next attempt. */
    readonly isSetAside: boolean,
    cause: unknown,
  ) {
    super(`${id} was not sent, and ${isSetAside ? "is set aside" : "waits"}: ${messageOf(cause)}`, { cause })
  }
}

/** Messages wait in the outbox that should have been sent long ago. */
export class OutboxOverdueError extends MasError {
  constructor(
    /** Since when the oldest of them should have been sent. */
    readonly since: Date,
  ) {
    super(`Messages wait in the outbox since ${since.toISOString()}: outbox.stats() and mas outbox status say more`)
  }
}

/** Messages were to wait for longer than they can: their times were written before a clock was set back. They are due now. */
export class OutboxClockError extends MasError {
  constructor(
    /** The number of messages. */
    readonly count: number,
  ) {
    super(
      `${count} in the outbox had times further ahead than can be, as a clock was wrong: they are due now. Compare the clocks of the machines and the database`,
    )
  }
}
pinClassNames({ OutboxError, OutboxOverdueError, OutboxClockError })

/** Where failures are reported. */
export interface Listeners {
  readonly logger: Logger | undefined
  readonly onError: ((error: unknown) => void) | undefined
  /** True: without a listener there is a process warning. */
  readonly warns: boolean
}

/** Tells of a failure; `text` is for those who get no error. */
export type Tell = (error: unknown, kind: string, text?: string) => void

interface Kind {
  /** When it is told again, and the milliseconds since it was told. */
  readonly next: number
  readonly distance: number
}

const shortestDistance = 1_000
const longestDistance = 3_600_000

/**
 * Tells of failures: each kind at once, then at doubling distances for as long as it lasts. A revoked key fails every message
 * at every attempt: a report of each would hide the next fault.
 */
export function failureNotices({ logger, onError, warns }: Listeners): Tell {
  const kinds = new Map<string, Kind>()
  return (error, kind, text = messageOf(error)) => {
    const now = Date.now()
    const lastReport = kinds.get(kind)
    // A clock that was set back must not silence a kind.
    const isClockBack = lastReport !== undefined && lastReport.next - now > longestDistance
    if (lastReport !== undefined && now < lastReport.next && !isClockBack) return
    // When a whole distance passed without a failure, it is a new one.
    const isOver = lastReport === undefined || now - lastReport.next > lastReport.distance * 2 || isClockBack
    const distance = isOver ? shortestDistance : Math.min(lastReport.distance * 2, longestDistance)
    kinds.set(kind, { next: now + distance, distance })
    ignoreErrors(
      () => onError?.(error),
      (reason) => warn(logger, `onError of the outbox failed: ${messageOf(reason)}. It was called with: ${text}`),
    )
    ignoreErrors(() => logger?.warn?.(text, { kind }))
    if (warns && !onError && !logger) warn(undefined, text)
  }
}

/** What failures have in common: a status, a code or a class. */
export function kindOf(error: unknown): string {
  const { status, code, name } = Object(error)
  return String(status ?? code ?? name)
}
