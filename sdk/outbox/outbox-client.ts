import type { ClientScope } from "../client/options.ts"
import type { CallSender } from "../client/request/account-of.ts"
import type { SendMessage } from "../contract/messages.ts"
import type { OutboxClock } from "./table.ts"

/** The part of `Mas` that the outbox uses. */
export interface OutboxClient {
  /** Says when messages are due; default: the platform's. */
  readonly clock?: OutboxClock | undefined
  /** The brand and account of messages that are added without one. */
  readonly scope?: ClientScope | undefined
  /**
   * Who sends: the service, account and brand. What one sender may have sent, no other repeats. Clients without it count as one and
   * the same.
   */
  sender?(options: {
    /** Ends what waits. */
    waitSignal: AbortSignal | undefined
    /** The brand. */
    brandSid?: string | undefined
    /** The account. */
    accountId?: string | undefined
  }): PromiseLike<CallSender | undefined> | undefined
  /** Addresses that get no mail, for `skipSuppressed`. */
  readonly suppressions?:
    | undefined
    | {
        /** Lists the suppressions of an address that hold. */
        list(
          query: {
            /** The address. */
            email: string
            /** Rows to return. */
            limit: number
          },
          options: {
            /** Ends what waits. */
            waitSignal: AbortSignal | undefined
            /** The brand. */
            brandSid?: string | undefined
            /** The account. */
            accountId?: string | undefined
          },
        ): PromiseLike<{ readonly items: readonly { readonly reason: string }[] }>
      }
  /** Transactional messages. */
  readonly messages: {
    /** Sends a message. */
    send(
      message: SendMessage,
      options: {
        idempotencyKey: string
        /** Ends what waits, and nothing that was sent. */
        waitSignal: AbortSignal | undefined
        brandSid?: string | undefined
        accountId?: string | undefined
      },
    ): PromiseLike<{ readonly id: number }>
  }
}
