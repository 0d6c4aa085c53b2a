import { AbortError, InvalidArgumentError } from "../client/errors.ts"
import type { Logger } from "../client/hooks.ts"
import { idempotencyKey, type KeyPart } from "../client/idempotency.ts"
import { host } from "../client/request/host.ts"
import { abortSignal, boolean, check, checkOptions, milliseconds } from "../client/request/options-check.ts"
import { defined, messageOf } from "../client/transport/fields.ts"
import { backoff, verdictOf } from "../client/verdict.ts"
import { readMoment, utcOf } from "../contract/core/timestamp.ts"
import type { CallToHold, HeldCall } from "../sending/recipients/call-hold.ts"
import type { AnyMessage } from "../sending/template-message.ts"
import { storable } from "../stores/options.ts"
import type { PostgresPool } from "../stores/postgres-clients.ts"
import { attemptRow, OtherSenderError } from "./attempt.ts"
import { type BullmqProcessor, type BullmqQueue, bullmqFor } from "./bullmq.ts"
import { type Engine, type OutboxSqlite, type PostgresTx, postgresEngine, sqliteEngine } from "./engines.ts"
import { type GraphileWorkerOptions, type GraphileWorkerTasks, graphileWorkerFor } from "./graphile-worker.ts"
import type { Relay } from "./hand-over.ts"
import { type Approvals, heldItems } from "./held-items.ts"
import { mayBeAccepted } from "./in-doubt.ts"
import { messageText } from "./message-check.ts"
import { failureNotices, kindOf, OutboxClockError, OutboxError, OutboxOverdueError, type Tell } from "./notices.ts"
import type { OutboxClient } from "./outbox-client.ts"
import { refuseUnknownOutboxOptions } from "./owned-options.ts"
import { type PgBossOptions, type PgBossQueues, pgBossFor } from "./pg-boss.ts"
import { type PollOptions, pollFor } from "./poll.ts"
import type { RoundOptions } from "./rounds.ts"
import type { OutboxMessage } from "./row.ts"
import { type OutboxClock, type OutboxStats, outboxTable } from "./table.ts"

export interface OutboxOptions {
  /** The `Mas` that sends the messages: its brand and recipient guard apply. Programs that only add messages need none. */
  mas?: OutboxClient | undefined
  /**
   * The clock that says when a message is due: for `at`, retries, `stats` and `overdueAfter`. Default: that of `mas`, or else the
   * platform's. How long a process has a message (`lease`) counts by the database's clock.
   */
  clock?: OutboxClock | undefined
  /** Name of the table, in Postgres optionally with its schema; both in lower case. Default `mas_outbox`. */
  table?: string | undefined
  /** Maximum milliseconds until a message is retried, whatever the service said. Default 900,000. */
  longestWait?: number | undefined
  /**
   * Milliseconds that a message may wait before `onError` and the log report it, by programs that poll or hand over to a
   * queue. Default 3,600,000, one hour.
   */
  overdueAfter?: number | undefined
  /**
   * True: asks right before an e-mail is sent whether its address is suppressed, and sets it aside then (`failed()`, with the reason;
   * `stats().suppressed` counts by reason). `retry` asks again. While that cannot be asked, the message waits. What an earlier attempt may
   * have sent is repeated without asking.
   */
  skipSuppressed?: boolean | undefined
  /** Milliseconds that a held call waits for a person; then it expires. Default 86,400,000, one day. */
  holdFor?: number | undefined
  /** Receives a line (`warn`) for what `onError` is called with. `console` works. Without both there is a process warning. */
  logger?: Logger | undefined
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
   * @throws InvalidArgumentError if the parts make no valid key, the contract refuses the message, it cannot be stored as
   * JSON, or `tx` has no transaction open. @throws {TypeError} for an unknown option.
   */
  add<Data = never>(tx: Tx, message: AnyMessage<Data>, options: OutboxAddOptions): Added
  /**
   * Sends a message unless that is done, and records the result. A permanently refused message is set aside; after any
   * other failure it waits for a retry, and a message with `at` waits for that time: `poll` sends it then. For custom
   * queues: rejects only if the database fails. The signal gives back a message that waits, for its turn or a pause; what
   * was sent is finished.
   */
  send(id: string, options?: { signal?: AbortSignal | undefined }): Promise<OutboxOutcome>
  /**
   * Deletes a message that was not sent, by the parts of its key or its id. False if there is none, or if it may be too late:
   * it was sent, a worker or queue has it, or an earlier attempt got no response.
   */
  cancel(key: KeyPart | readonly KeyPart[]): Promise<boolean>
  /** Returns the messages that were refused permanently, or whose row holds none, sorted by id. */
  failed(): Promise<OutboxMessage[]>
  /**
   * Returns the messages that wait until somebody has corrected the cause, which `error` names, sorted by id: a revoked key, or a message
   * that only another sender may repeat.
   */
  blocked(): Promise<OutboxMessage[]>
  /** Returns the state of the outbox in numbers, for monitors and logs; `measureOutbox` of `mas-sdk/otel` makes metrics of it. */
  stats(): Promise<OutboxStats>
  /** Makes a message due again that was set aside; false if there is none with that id. */
  retry(id: string): Promise<boolean>
  /**
   * Returns the row of the message with this id at the service, as webhooks give it (`data.message_id`). Undefined
   * until the send response was read: a webhook can arrive earlier.
   */
  byMessage(messageId: number): Promise<OutboxMessage | undefined>
  /**
   * Keeps a call until a person approves it: `new Mas({ hold: outbox })` calls this for every call that reaches people. The same
   * call with the same key is the same item. `about` says who asked, and what a person is shown.
   * @throws HeldItemError if another call or message has the key.
   */
  hold(call: CallToHold, about?: { readonly source?: string; readonly about?: unknown }): Promise<HeldCall>
  /** The calls that wait for a person, and what became of them; `mas approvals` shows them. */
  readonly approvals: Approvals
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
  /** When to send it: a `Date`, milliseconds since 1970, or ISO 8601 text with its offset from UTC. Default: at once. */
  at?: Date | number | string | undefined
  /** The brand to send it for. Default: that of `mas`. */
  brandSid?: string | undefined
  /**
   * The account to send it for: by a JWT, or by an API key of that account. Others leave it. Refused where `mas` has an API key: that
   * sends from its own. Default: that of `mas`.
   */
  accountId?: string | number | undefined
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
  return {
    ...outbox,
    add: async (...args: Parameters<typeof outbox.add>) => outbox.add(...args),
    graphileWorker: (queueOptions) => graphileWorkerFor(relay(queueOptions?.onError), engine.ask, queueOptions),
  }
}

function outboxOver<Tx, Added>(
  engine: Engine<Tx, Added>,
  {
    mas,
    clock = mas?.clock ?? host,
    table = usualTable,
    longestWait = 900_000,
    overdueAfter = 3_600_000,
    holdFor,
    skipSuppressed = false,
    logger,
    ...others
  }: OutboxOptions,
): { readonly outbox: Outbox<Tx, Added>; readonly relay: (onError?: (error: unknown) => void) => Relay } {
  refuseUnknownOutboxOptions("createOutbox", others)
  if (mas !== undefined && typeof mas?.messages?.send !== "function")
    throw new InvalidArgumentError("mas", "must be a Mas")
  if (typeof clock?.now !== "function") throw new InvalidArgumentError("clock", "must have now(), such as mas.clock")
  check("longestWait", longestWait, milliseconds)
  check("overdueAfter", overdueAfter, milliseconds)
  check("holdFor", holdFor, milliseconds)
  check("skipSuppressed", skipSuppressed, boolean)
  if (skipSuppressed && mas !== undefined && typeof mas.suppressions?.list !== "function")
    throw new InvalidArgumentError("mas", "must be a Mas: skipSuppressed lists its suppressions")
  checkOptions(defined({ logger }))
  const rows = outboxTable(engine, table, clock)
  const holding = heldItems(rows.held, clock, holdFor)
  // Outboxes in one database share its queues.
  const jobName = table.toLowerCase() === usualTable ? "mas-outbox" : `mas-outbox-${table.toLowerCase()}`

  function client(): OutboxClient {
    if (mas === undefined) throw new InvalidArgumentError("mas", "is missing: without it messages can only be added")
    return mas
  }

  /** Sends a message, records the result, and tells of a failure. */
  async function sendOpen(id: string, signal: AbortSignal | undefined, tell: Tell): Promise<OutboxOutcome> {
    const row = await rows.findOpen(id)
    if (row === undefined) return "none"
    const end = await attemptRow(row, { client: client(), skipSuppressed, begin: rows.beginAttempt, signal })
    if (end.kind === "changed") return sendOpen(id, signal, tell)
    if (end.kind === "accepted") {
      await rows.sent(id, end.messageId)
      return "sent"
    }
    const { kind, error } = end
    const endsDoubt = kind === "failed" && !mayBeAccepted(error)
    // What was given back while it waited was no failure.
    if (error instanceof AbortError && error.attempts === 0) {
      await rows.giveBack([id], endsDoubt)
      return "waits"
    }
    const attempts = row.attempts + 1
    const [now, ladder] = [clock.now(), { first: shortestWait, longest: longestWait }]
    const verdict = verdictOf({ error }, { attempts, now, ladder })
    const text = storable(error.message)
    // An error before the call, such as of the list of suppressions, says nothing of the message.
    if (kind === "refused" || kind === "suppressed" || (kind === "failed" && verdict.kind === "setAside")) {
      const suppressed = kind === "suppressed" ? end.reason : ""
      // The client's own error tells of the attempts of its call.
      const reason = row.isInDoubt ? `${text}. ${earlierAttempt}` : text
      const changed = await rows.setAside(id, { error: reason, suppressed, endsDoubt })
      if (changed.length === 0) return sendOpen(id, signal, tell)
      tell(new OutboxError(id, true, error), `set aside ${kindOf(error)}`)
      return "failed"
    }
    const isOfAnother = error instanceof OtherSenderError
    // Without the service's clock a time can be over: that is no reason to send each second.
    const isLater = verdict.kind === "later" && verdict.at > now
    const pause = isLater
      ? Math.min(Math.max(verdict.at - now, shortestWait), longestWait)
      : backoff(attempts, isOfAnother ? otherSenderLadder(longestWait) : ladder)
    // What is final for other reasons, such as a revoked key, is kept until it is put right.
    const isBlocked = verdict.kind === "final" || verdict.kind === "setAside"
    await rows.wait({ id, error: text, attempts: isLater ? row.attempts : attempts, pause, endsDoubt, isBlocked })
    if (!isLater) tell(new OutboxError(id, false, error), kindOf(error))
    return "waits"
  }

  /** The relay for `poll` and the queue adapters. Throws if there is no `mas`. */
  function relay(onError?: (error: unknown) => void): Relay {
    client()
    const tell = failureNotices({ logger, onError, warns: true })
    return {
      jobName,
      take: rows.take,
      giveBack: rows.giveBack,
      send: (id, { signal } = {}) => sendOpen(id, signal, tell),
      failed: (error) =>
        tell(error, `check ${kindOf(error)}`, `The outbox could not be read or written: ${messageOf(error)}`),
      async lookAfter() {
        const righted = await rows.putRight()
        if (righted > 0) tell(new OutboxClockError(righted), "clock")
        const oldest = await rows.oldest()
        if (oldest !== undefined && clock.now() - oldest > overdueAfter)
          tell(new OutboxOverdueError(new Date(oldest)), "overdue")
      },
    }
  }
  // Its caller has the result.
  const tellLog = failureNotices({ logger, onError: undefined, warns: false })

  const outbox: Outbox<Tx, Added> = {
    async migrate() {
      await rows.migrate()
    },
    add(tx, message, options) {
      const { key, at, ...more } = options ?? {}
      const { brandSid = mas?.scope?.brandSid, accountId = mas?.scope?.accountId, ...unknown } = more
      refuseUnknownOutboxOptions("outbox.add", unknown)
      checkOptions(defined({ brandSid, accountId }))
      if (more.accountId !== undefined && mas?.scope?.selectsAccount === false)
        throw new InvalidArgumentError("accountId", unreadAccountId)
      const id = idOf(key)
      return rows.add(tx, { id, message: messageText(message), brandSid, accountId, at: dueAt(at) })
    },
    async send(id, { signal } = {}) {
      client()
      check("signal", signal, abortSignal)
      const [begun] = await rows.begin(id)
      if (begun === undefined) return (await rows.findOpen(id)) ? "waits" : "none"
      return sendOpen(id, signal, tellLog)
    },
    cancel: async (key) => rows.cancel([...new Set([idOf(key), ...(typeof key === "string" ? [key] : [])])]),
    failed: rows.listFailed,
    blocked: rows.listBlocked,
    stats: rows.stats,
    retry: rows.retry,
    byMessage: rows.byMessage,
    ...holding,
    poll: async (pollOptions) => pollFor(relay(pollOptions?.onError), pollOptions),
    bullmq: (queue, queueOptions) => bullmqFor(relay(queueOptions?.onError), queue, queueOptions),
    pgBoss: async (boss, queueOptions) => pgBossFor(relay(queueOptions?.onError), boss, queueOptions),
  }
  return { outbox, relay }
}

const usualTable = "mas_outbox"

/** Minimum milliseconds until a message is retried; doubled with each attempt. */
const shortestWait = 1_000

/** The pauses of a message of another sender: short, and never alike, so that each sender gets to look at it. */
const otherSenderLadder = (longestWait: number) => ({
  first: shortestWait,
  longest: Math.min(longestWait, 60_000),
  random: () => 0.5 + Math.random() / 2,
})

const earlierAttempt = "An earlier attempt may have been accepted: look at the service before anything else is sent"

const unreadAccountId =
  "is not read with an API key, which sends from its own account: leave it out, or add the message with an outbox without mas, or whose mas has a JWT"

function idOf(key: OutboxAddOptions["key"] | undefined): string {
  const advice = 'is missing: give the parts of an idempotency key, such as ["receipt", order.id]'
  if (key === undefined) throw new InvalidArgumentError("key", advice)
  return idempotencyKey(...[key].flat())
}

/** Databases hold later years, but not in a form that sorts as text. */
const latest = Date.parse("9999-12-31T23:59:59.999Z")

/** A time for later in milliseconds since 1970; undefined: at once. */
function dueAt(at: OutboxAddOptions["at"]): number | undefined {
  if (at === undefined) return undefined
  const time = readMoment(at)
  if (typeof time === "string") throw new InvalidArgumentError("at", time)
  // Midnight of which place?
  if (typeof at === "string" && utcOf(at) === undefined)
    throw new InvalidArgumentError("at", "must have a time of day and an offset from UTC, such as 2026-03-01T09:00:00Z")
  if (time > latest) throw new InvalidArgumentError("at", "must be before the year 10000")
  return time
}
