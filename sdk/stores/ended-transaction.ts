class EndedTransactionError extends Error {}

/** What code in `onEvent` can do instead. In SQLite another connection would wait for the lock of the transaction. */
const advice = {
  postgres: "use savepoints in it, or a connection of its own",
  sqlite: "use savepoints in it, or the handler's `transaction: false`",
}

/** The error when code in `onEvent` ended the transaction of the store: its writes and the mark of the event are no longer one. */
export const endedTransaction = (engine: keyof typeof advice, cause?: unknown): Error =>
  cause instanceof EndedTransactionError
    ? cause
    : new EndedTransactionError(
        `Code in onEvent ended the transaction of its store, by a commit or a rollback: the event is not done. Instead, ${advice[engine]}`,
        { cause },
      )
