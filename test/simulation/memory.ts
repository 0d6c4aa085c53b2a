import type { ReceiverState } from "./receiver.ts"
import type { MadeWrite } from "./steps.ts"

/** The result of a write, as far as its client knows it. */
export interface HandledHost {
  /** 0 if unknown. */
  readonly status: number
  /** The id of the created record. */
  readonly id?: string | number | undefined
  /** The code of a refusal. */
  readonly code?: string | number
}

/** A point in time: milliseconds since 1970, and a position in the order of events. */
export interface Moment {
  readonly at: number
  readonly turn: number
}

/** When an endpoint was disabled: each switch happened between its request and its response. */
export interface Pause {
  readonly webhook: number
  readonly off: { readonly asked: Moment; readonly answered: Moment }
  /** Absent while it is disabled. */
  readonly on?: { readonly asked: Moment; readonly answered: Moment }
}

/** What clients and receivers know: plain data, since it is rewound with their world. */
export interface Memory {
  written: MadeWrite[]
  /** By the write's number, oldest first. */
  responses: Record<number, HandledHost[]>
  pauses: Pause[]
  /** The clients' API keys. */
  tokens: string[]
  /** Tokens of people who sign in, and of others. */
  actors: Record<string, string>
  receivers: ReceiverState[]
  /** The number of contacts added while a list was read. */
  added: number
}

/** Whether a response is definite: not a cut, a failure of the service or a temporary refusal. */
export const isDefinite = ({ status }: HandledHost): boolean =>
  status >= 200 && status < 500 && ![401, 408, 429].includes(status)

export const isMade = ({ status }: HandledHost): boolean => status >= 200 && status < 300
