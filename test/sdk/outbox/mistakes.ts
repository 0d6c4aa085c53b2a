import { type IdempotentOptions, idempotencyKey, type SendMessage } from "../../../sdk/index.ts"

export type Send = (message: SendMessage, options?: IdempotentOptions) => PromiseLike<{ readonly id: number }>

/** A mistake that a shop could make. */
export interface Mistake {
  /** The invariant that it violates in a simulated day. */
  readonly breaks: RegExp
  /** Wraps the client's method. `ask` runs a statement. */
  readonly sender?: (send: Send, ask: (sql: string) => Promise<unknown>) => Send
  /** Sends before the order is committed. */
  readonly isEager?: boolean
}

export const mistakes = {
  "a key made at each try": {
    breaks: /no order has two receipts/,
    sender: (send) => (message, options) => send(message, { ...options, idempotencyKey: idempotencyKey.random() }),
  },
  "a receipt sent before its order is committed": { breaks: /no receipt is without its order/, isEager: true },
  "a row marked before the response": {
    breaks: /every order has its receipt|and knows it/,
    sender: (send, ask) => async (message, options) => {
      await ask(`update mas_outbox set due_at = null, sent_at = '2026-01-01' where id = '${options?.idempotencyKey}'`)
      return send(message, options)
    },
  },
  "a message rendered anew at each try": {
    breaks: /and knows it/,
    sender: (send) => (message, options) => send({ ...message, body: `Sent at ${Date.now()}` }, options),
  },
} satisfies Readonly<Record<string, Mistake>>
