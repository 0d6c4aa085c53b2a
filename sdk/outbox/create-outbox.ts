import type { SendMessage } from "../contract/messages.ts"
import { APIError, InvalidArgumentError, ResponseValidationError } from "../errors.ts"
import { jsonBody } from "../files/json-body.ts"
import { idempotencyKey, type KeyPart } from "../idempotency.ts"
import { MasError } from "../mas-error.ts"
import { abortSignal, check, milliseconds } from "../request/options-check.ts"
import { storable } from "../stores/options.ts"
import type { PostgresPool } from "../stores/postgres-clients.ts"
import type { AnyMessage } from "../template-message.ts"
import { isObject } from "../transport/fields.ts"
import { refuseOthers } from "../webhooks/store.ts"
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
  /** A `Mas`, which sends the messages: its brand and its recipient guard hold for all of them. Programs that only add need none. */
  mas?: OutboxClient | undefined
  /** Name of the table; in Postgres with its schema where there is one. Default `mas_outbox`. */
  table?: string | undefined
  /** Milliseconds that a message waits at most until it is tried again, whatever the service said. Default 900,000. */
  longestWait?: number | undefined
}

/** What became of a message: `none` where there was nothing to do, because it was sent or set aside, or is not there. */
export type OutboxOutcome = "sent" | "failed" | "waits" | "none"

/** Messages that are sent if, and only if, the transaction that added them was committed. */
export interface Outbox<Tx, Added = Promise<string>> {
  /** Makes the table, where it is not there yet. */
  migrate(): Promise<void>
  /**
   * Adds a message in the caller's transaction, and gives its id, the idempotency key. It goes out as it is now, whatever becomes
   * of the code that made it. The same message added again with the same key is one message. With SQLite this is done when the
   * call returns, so that it can be part of a synchronous transaction.
   * @throws MasError when the outbox has another message with that key.
   * @throws InvalidArgumentError when no key can be made of the parts, or JSON cannot hold the message.
   */
  add<Data = never>(tx: Tx, message: AnyMessage<Data>, options: OutboxAddOptions): Added
  /**
   * Sends a message, unless that is done, and notes what became of it. What is refused for good is set aside; what fails
   * otherwise waits. For queues of your own: it rejects only where the database does.
   */
  send(id: string, options?: { signal?: AbortSignal | undefined }): Promise<OutboxOutcome>
  /** The messages that were refused for good, by their ids. */
  failed(): Promise<OutboxMessage[]>
  /** Has a message sent again that was set aside; false where there is none of that id. */
  retry(id: string): Promise<boolean>
  /**
   * The row whose message the service knows by this id, as webhooks give it (`data.message_id`). Undefined until the answer to its
   * sending was read: a webhook can come before that.
   */
  byMessage(messageId: number): Promise<OutboxMessage | undefined>
  /**
   * Sends what is due until the signal, without a queue. Any number of processes may: each takes other messages.
   * @throws InvalidArgumentError (rejects) for an option that is out of range.
   */
  poll(options?: PollOptions): Promise<void>
  /**
   * Hands what is due to a queue of BullMQ, its own, from this call until the signal, and gives what its workers do:
   * `new Worker(queue.name, outbox.bullmq(queue), { connection })`. The jobs carry ids. Redis may lose them: what has no result after
   * `lease` is handed over again.
   */
  bullmq(queue: BullmqQueue, options?: RoundOptions): BullmqProcessor
  /**
   * Hands what is due to pg-boss until the signal, and sends it as a worker of pg-boss, until that is stopped. The jobs carry ids;
   * those of a worker that died are done by others after `lease`. Resolves when both have begun.
   * @throws InvalidArgumentError (rejects) for an option that is out of range; otherwise what pg-boss fails with.
   */
  pgBoss(boss: PgBossQueues, options?: PgBossOptions): Promise<void>
}

/** An outbox in Postgres. */
export interface PostgresOutbox extends Outbox<PostgresTx> {
  /**
   * Hands what is due to graphile-worker, in the same database, and gives the task that sends it: `run({ pgPool,
   * ...outbox.graphileWorker() })`. Handing over begins with this call, not with `run`, and ends with the signal: call it where you
   * call `run`, with the signal that stops both. The jobs of a worker that died are done by others after `lease`.
   * @throws {RangeError} when `schema` is no name. @throws InvalidArgumentError where the outbox has no `mas`.
   */
  graphileWorker(options?: GraphileWorkerOptions): GraphileWorkerTasks
}

export interface OutboxAddOptions {
  /** The parts of the idempotency key, as `idempotencyKey(...parts)` takes them: `["receipt", order.id]`. */
  key: KeyPart | readonly KeyPart[]
}

/**
 * An outbox in a table of Postgres or SQLite: a message is added in the transaction that makes it necessary, and sent by
 * whoever calls `poll`. What a crash cuts short is sent again with the same key, so the recipient gets one.
 * Spec: Transactional messages 5.
 *
 * ```ts
 * const outbox = createOutbox({ mas, pool })   // pool: pg, postgres.js or PGlite; db: node:sqlite or better-sqlite3
 * await outbox.migrate()
 * await outbox.add(tx, message, { key: ["receipt", order.id] })
 * await outbox.poll({ signal })
 * ```
 * @throws {RangeError} when `table` is no name. @throws {TypeError} for an option that is none, or a client that is no pool.
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
  refuseOthers("createOutbox", others)
  if (mas !== undefined && typeof mas?.messages?.send !== "function")
    throw new InvalidArgumentError("mas", "must be a Mas")
  check("longestWait", longestWait, milliseconds)
  const rows = outboxTable(engine, table)
  // Outboxes in one database have its queues in common.
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
    if (isRefusal(answer)) {
      await rows.setAside(id, storable(answer.message))
      return "failed"
    }
    const retryAt = answer instanceof MasError ? answer.retryAt : undefined
    const pause = retryAt ? retryAt.getTime() - Date.now() : shortestWait * 2 ** Math.min(row.attempts, 30)
    const attempts = retryAt ? row.attempts : row.attempts + 1
    await rows.wait(id, storable(answer.message), Math.min(Math.max(pause, shortestWait), longestWait), attempts)
    return "waits"
  }

  async function attempt(
    messages: OutboxClient["messages"],
    { id, message }: OutboxMessage,
    signal: AbortSignal | undefined,
  ) {
    try {
      const answer = await messages.send(message, { idempotencyKey: id, signal })
      // Something else can answer with 200, such as a proxy.
      return Number.isSafeInteger(answer?.id) ? answer : new Error("The answer has no id of the message")
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  /** What is needed to send, as it begins. */
  function relay(): Relay {
    client()
    return { jobName, take: rows.take, giveBack: rows.giveBack, send }
  }

  const outbox: Outbox<Tx, Added> = {
    async migrate() {
      await rows.migrate()
    },
    add(tx, message, options) {
      const key = options?.key
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

/** Milliseconds that a message waits at least until it is tried again; twice as long each time. */
const shortestWait = 1_000

/** They are about the message. Others are about the credential, the address of the service, or what stands before it. */
const refusals: ReadonlySet<number> = new Set([400, 409, 413, 422])

/** Whether the message would be refused again, however often it is sent. A key that the client has not is no fault of it. */
function isRefusal(error: Error): boolean {
  if (!(error instanceof MasError) || error.disposition !== "final") return false
  if (error instanceof APIError) return refusals.has(error.status)
  return !(error instanceof InvalidArgumentError || error instanceof ResponseValidationError)
}
