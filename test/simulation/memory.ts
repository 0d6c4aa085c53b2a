import type { ReceiverState } from "./receiver.ts"
import type { MadeWrite } from "./steps.ts"

/** What came of a write, as far as its client knows. */
export interface Answered {
  /** 0 where it does not know. */
  readonly status: number
  /** Of what was made. */
  readonly id?: string | number | undefined
  /** Of a refusal. */
  readonly code?: string | number
}

/** A moment: milliseconds since 1970, and a place among everything that happened. */
export interface Moment {
  readonly at: number
  readonly turn: number
}

/** When an endpoint was off: it was switched at some moment from asking to answer. */
export interface Pause {
  readonly webhook: number
  readonly off: { readonly asked: Moment; readonly answered: Moment }
  /** Still off where it is missing. */
  readonly on?: { readonly asked: Moment; readonly answered: Moment }
}

/** What clients and receivers know: plain data, since it goes back with their world. */
export interface Memory {
  written: MadeWrite[]
  /** By the write's number, oldest first. */
  answers: Record<number, Answered[]>
  pauses: Pause[]
  /** The clients' API keys. */
  tokens: string[]
  /** Tokens of people who sign in, and of others. */
  actors: Record<string, string>
  receivers: ReceiverState[]
  /** Contacts that were added while a list was read. */
  added: number
}

/** Whether an answer leaves no doubt: neither a cut nor a failure of the service nor a refusal for now. */
export const isDefinite = ({ status }: Answered): boolean =>
  status >= 200 && status < 500 && ![401, 408, 429].includes(status)

export const isMade = ({ status }: Answered): boolean => status >= 200 && status < 300
