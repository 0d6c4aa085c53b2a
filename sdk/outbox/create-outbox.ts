import type { SendMessage } from "../contract/messages.ts"
import { InvalidArgumentError } from "../errors.ts"
import { jsonBody } from "../files/json-body.ts"
import { idempotencyKey, type KeyPart } from "../idempotency.ts"
import { abortSignal, check, milliseconds } from "../request/options-check.ts"
import { storable } from "../stores/options.ts"
import type { PostgresPool } from "../stores/postgres-clients.ts"
import type { AnyMessage } from "../template-message.ts"
import { isObject } from "../transport/fields.ts"
import { backoff, verdictOf } from "../verdict.ts"
import { refuseUnknownOptions } from "../webhooks/store.ts"
import { type BullmqProcessor, type BullmqQueue, bullmqFor } from "./bullmq.ts"
import { type Engine, type OutboxSqlite, type PostgresTx, postgresEngine, sqliteEngine } from "./engines.ts"
import { type GraphileWorkerOptions, type GraphileWorkerTasks, graphileWorkerFor } from "./graphile-worker.ts"
import type { Relay } from "./hand-over.ts"
import { type PgBossOptions, type PgBossQueues, pgBossFor } from "./pg-boss.ts"
import { type PollOptions, pollFor } from "./poll.ts"
import type { RoundOptions } from "./rounds.ts"
import { type OutboxMessage, outboxTable } from "./table.ts"

/** The part of `Mas` that the outbox uses. */
export interface OutboxClient {
  /** Transactional messages. */
  readonly messages: {
    /** Sends a message. */
    send(
      message: SendMessage,
      options: { idempotencyKey: string; signal: AbortSignal | undefined },
    ): PromiseLike<{ readonly id: number }>
  }
}

export interface OutboxOptions {
  /** The `Mas` that sends the messages: its brand and recipient guard apply. Programs that only add messages need none. */
  mas?: OutboxClient | undefined
  /** Name of the table, in Postgres optionally with its schema. Default `mas_outbox`. */
  table?: string | undefined
  /** Maximum milliseconds until a message is retried, whatever the service said. Default 900,000. */
  longestWait?: number | undefined
}

/** The result of a send: `none` if the message was already sent or set aside, or does not exist. */
export type OutboxOutcome = "sent" | "failed" | "waits" | "none"

/** Messages that are sent if, and only if, the transaction that added them was committed. */
export interface Outbox<Tx, Added = Promise<string>> {
  /** Creates the table if it is missing. */
  migrate(): Promise<void>
  /**
   * Adds a message in the caller's transaction and returns its id, the idempotency key. The message is stored as it is
   * now. Adding the same message again with the same key has no effect. With SQLite the row is written when the call
   * returns, so that `add` works in a synchronous transaction.
   * @throws MasError if the outbox has another message with that key.
   * @throws InvalidArgumentError if the parts make no valid key, the message cannot be stored as JSON, or `tx` has no
   * transaction open. @throws {TypeError} for an unknown option.
   */
  add<Data = never>(tx: Tx, message: AnyMessage<Data>, options: OutboxAddOptions): Added
  /**
   * Sends a message unless that is done, and records the result. A permanently refused message is set aside; after any
   * other failure it waits for a retry. For custom queues: rejects only if the database fails.
   */
  send(id: string, options?: { signal?: AbortSignal | undefined }): Promise<OutboxOutcome>
  /** Returns the messages that were refused permanently, sorted by id. */
  failed(): Promise<OutboxMessage[]>
  /** Makes a message due again that was set aside; false if there is none with that id. */
  retry(id: string): Promise<boolean>
  /**
   * Returns the row of the message with this id at the service, as webhooks give it (`data.message_id`). Undefined
   * until the send response was read: a webhook can arrive earlier.
   */
  byMessage(messageId: number): Promise<OutboxMessage | undefined>
  /**
   * Sends due messages until the signal aborts, without a queue. Any number of processes may poll: each takes different
   * messages.
   * @throws InvalidArgumentError (rejects) for an option that is out of range.
   */
  poll(options?: PollOptions): Promise<void>
  /**
   * Hands due messages to a BullMQ queue of its own until the signal aborts, and returns the processor for its workers:
   * `new Worker(queue.name, outbox.bullmq(queue), { connection })`. The jobs carry ids. Redis may lose them: a message
   * without a result after `lease` is handed over again.
   */
  bullmq(queue: BullmqQueue, options?: RoundOptions): BullmqProcessor
  /**
   * Hands due messages to pg-boss until the signal aborts, and sends them as a pg-boss worker until pg-boss stops. The
   * jobs carry ids; if a worker dies, others send its messages after `lease`. Resolves when both have started.
   * @throws InvalidArgumentError (rejects) for an option that is out of range; otherwise rejects with the error of
   * pg-boss.
   */
  pgBoss(boss: PgBossQueues, options?: PgBossOptions): Promise<void>
}

/** An outbox in Postgres. */
export interface PostgresOutbox extends Outbox<PostgresTx> {
  /**
   * Hands due messages to graphile-worker, in the same database, and returns the task that sends them: `run({ pgPool,
   * ...outbox.graphileWorker() })`. Handing over starts with this call, not with `run`, and ends with the signal: call
   * it where you call `run`, with the signal that stops both. If a worker dies, others send its messages after `lease`.
   * @throws {RangeError} if `schema` is not a valid name. @throws InvalidArgumentError if the outbox has no `mas`.
   */
  graphileWorker(options?: GraphileWorkerOptions): GraphileWorkerTasks
}

export interface OutboxAddOptions {
  /** The parts of the idempotency key, as `idempotencyKey(...parts)` takes them: `["receipt", order.id]`. */
  key: KeyPart | readonly KeyPart[]
}

/**
 * An outbox in a table of Postgres or SQLite: a message is added in the transaction that needs it, and sent by any
 * process that calls `poll`. After a crash it is sent again with the same key, so the recipient gets one.
 * Spec: Transactional messages 5.
 *
 * ```ts
 * const outbox = createOutbox({ mas, pool })   // pool: pg, postgres.js or PGlite; db: node:sqlite or better-sqlite3
 * await outbox.migrate()
 * await outbox.add(tx, message, { key: ["receipt", order.id] })
 * await outbox.poll({ signal })
 * ```
 * @throws {RangeError} if `table` is not a valid name. @throws {TypeError} for an unknown option, or a client that is
 * not a pool.
 */
export function createOutbox(options: OutboxOptions & { pool: PostgresPool }): PostgresOutbox
export function createOutbox(options: OutboxOptions & { db: OutboxSqlite }): Outbox<OutboxSqlite, string>
export function createOutbox(
  options: OutboxOptions & ({ pool: PostgresPool } | { db: OutboxSqlite }),
): PostgresOutbox | Outbox<OutboxSqlite, string> {
  if (options && "db" in options) {
    const { db, ...others } = options
    if (/\./.test(others.table ?? "")) throw new RangeError("table can have no schema in SQLite")
    return outboxOver(sqliteEngine(db), others).outbox
  }
  const { pool, ...others } = options ?? {}
  const engine = postgresEngine(pool)
  const { outbox, relay } = outboxOver(engine, others)
  return { ...outbox, graphileWorker: (given) => graphileWorkerFor(relay(), engine.ask, given) }
}

function outboxOver<Tx, Added>(
  engine: Engine<Tx, Added>,
  { mas, table = usualTable, longestWait = 900_000, ...others }: OutboxOptions,
): { readonly outbox: Outbox<Tx, Added>; readonly relay: () => Relay } {
  refuseUnknownOptions("createOutbox", others)
  if (mas !== undefined && typeof mas?.messages?.send !== "function")
    throw new InvalidArgumentError("mas", "must be a Mas")
  check("longestWait", longestWait, milliseconds)
  const rows = outboxTable(engine, table)
  // Outboxes in one database share its queues.
  const jobName = table.toLowerCase() === usualTable ? "mas-outbox" : `mas-outbox-${table.toLowerCase()}`

  function client(): OutboxClient {
    if (mas === undefined) throw new InvalidArgumentError("mas", "is missing: without it messages can only be added")
    return mas
  }

  async function send(id: string, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<OutboxOutcome> {
    const { messages } = client()
    check("signal", signal, abortSignal)
    const row = await rows.findOpen(id)
    if (row === undefined) return "none"
    const answer = await attempt(messages, row, signal)
    if (!(answer instanceof Error)) {
      await rows.sent(id, answer.id)
      return "sent"
    }
    const attempts = row.attempts + 1
    const [now, ladder] = [Date.now(), { first: shortestWait, longest: longestWait }]
    const verdict = verdictOf({ error: answer }, { attempts, now, ladder })
    if (verdict.kind === "setAside") {
      await rows.setAside(id, storable(answer.message))
      return "failed"
    }
    const isLater = verdict.kind === "later"
    // What is final for other reasons, such as a revoked key, is kept until it is put right.
    const pause = isLater ? Math.min(Math.max(verdict.at - now, shortestWait), longestWait) : backoff(attempts, ladder)
    await rows.wait(id, storable(answer.message), pause, isLater ? row.attempts : attempts)
    return "waits"
  }

  async function attempt(
    messages: OutboxClient["messages"],
    { id, message }: OutboxMessage,
    signal: AbortSignal | undefined,
  ) {
    try {
      const answer = await messages.send(message, { idempotencyKey: id, signal })
      // A proxy can also answer with 200.
      return Number.isSafeInteger(answer?.id) ? answer : new Error("The response has no message id")
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  /** The relay for a queue adapter. Throws if there is no `mas`. */
  function relay(): Relay {
    client()
    return { jobName, take: rows.take, giveBack: rows.giveBack, send }
  }

  const outbox: Outbox<Tx, Added> = {
    async migrate() {
      await rows.migrate()
    },
    add(tx, message, options) {
      const { key, ...unknown } = options ?? {}
      refuseUnknownOptions("outbox.add", unknown)
      const advice = 'is missing: give the parts of an idempotency key, such as ["receipt", order.id]'
      if (key === undefined) throw new InvalidArgumentError("key", advice)
      if (!isObject(message)) throw new InvalidArgumentError("message", "must be an object")
      return rows.add(tx, idempotencyKey(...[key].flat()), JSON.stringify(jsonBody(message, "message")))
    },
    send,
    failed: rows.listFailed,
    retry: rows.retry,
    byMessage: rows.byMessage,
    poll: async (given) => pollFor(relay(), given),
    bullmq: (queue, given) => bullmqFor(relay(), queue, given),
    pgBoss: async (boss, given) => pgBossFor(relay(), boss, given),
  }
  return { outbox, relay }
}

const usualTable = "mas_outbox"

/** Minimum milliseconds until a message is retried; doubled with each attempt. */
const shortestWait = 1_000
