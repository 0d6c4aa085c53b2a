import { canonicalJson } from "../contract/core/canonical-json.ts"
import type { SendMessage } from "../contract/messages.ts"
import { MasError } from "../mas-error.ts"
import { batch } from "../stores/batch.ts"
import { indexName, soleValue, tableName } from "../stores/options.ts"
import type { Rows } from "../stores/postgres-clients.ts"
import type { Engine } from "./engines.ts"

/** A row of the outbox. */
export interface OutboxMessage {
  /** The idempotency key, made of the parts that `add` was given. */
  readonly id: string
  /** The message as it goes out. */
  readonly message: SendMessage
  /** Number of failures for a temporary reason, such as a lost connection. Waiting until `retryAt` does not count. */
  readonly attempts: number
  /** The error of the last attempt; null if it did not fail. */
  readonly error: string | null
  /** The service's id of the message; null until it is accepted. */
  readonly messageId: number | null
  /** Time of acceptance in ISO 8601; null until then. */
  readonly sentAt: string | null
}

interface Identified {
  readonly id: string
}
interface Accepted extends Identified {
  readonly messageId: number
}

/** Milliseconds, about 3,000 years: engines cannot represent infinity, and SQLite compares four-digit years. */
const longest = 1e14

/** Maximum number of batch statements under way at the same time. */
const atATime = 2

/** The table of an outbox. `due_at` says when a row may be taken: null once it was sent or set aside. */
export function outboxTable<Tx, Added>(engine: Engine<Tx, Added>, name: string) {
  const { moment, momentType, among, json, ask, within } = engine
  const table = tableName(name)
  const indexOf = (purpose: string) => indexName(table, purpose)
  const shown = json(
    "'id', id, 'message', message, 'attempts', attempts, 'error', error, 'messageId', message_id, 'sentAt', sent_at",
  )

  const momentIn = (ms: number) => moment(Math.ceil(Math.min(ms, longest)))

  async function read(condition: string, ...values: (string | number)[]): Promise<OutboxMessage[]> {
    return (await ask(`select ${shown} from ${table} where ${condition}`, ...values)).map(messageIn)
  }

  // Returns rows even if the caller ignores them: `all` of better-sqlite3 takes only statements that return rows.
  const change = async (set: string, condition: string, ...values: (string | number)[]): Promise<string[]> =>
    (await ask(`update ${table} set ${set} where ${condition} returning id`, ...values)).map((row) =>
      String(soleValue(row)),
    )

  // Simultaneous lookups share one statement.
  const findOpen = batch<Identified, OutboxMessage | undefined>(async (asked) => {
    const ids = asked.map(({ id }) => id)
    const found = await read(`due_at is not null and id in (${ids.map(() => "?").join(", ")})`, ...ids)
    return ids.map((id) => found.find((row) => row.id === id))
  }, atATime)
  // Two workers may have the same row: a sent row stays sent.
  const markSent = batch<Accepted, void>(async (accepted) => {
    const values = accepted.map(() => "(cast(? as text), cast(? as bigint))").join(", ")
    await ask(
      `update ${table} set sent_at = ${moment()}, message_id = accepted.column2, due_at = null, error = null
        from (values ${values}) as accepted where id = accepted.column1 returning id`,
      ...accepted.flatMap(({ id, messageId }) => [id, messageId]),
    )
    return accepted.map(() => undefined)
  }, atATime)

  return {
    /** Adds a row in the caller's transaction. An existing row stays, and must have the same message. */
    add: (tx: Tx, id: string, message: string): Added =>
      within(
        tx,
        (condition) => `insert into ${table} (id, message, due_at)
          select cast(? as text), cast(? as text), ${moment()} where ${condition}
          on conflict (id) do update set id = excluded.id returning message`,
        [id, message],
        ([row]) => {
          // The order of fields is not kept by every caller: a value from a column of jsonb has another.
          if (!isSameJson(String(soleValue(row)), message))
            throw new MasError(`The outbox has another message with the key ${id}`)
          return id
        },
      ),
    /** Takes due rows; no other process takes them for `lease` milliseconds. */
    take(count: number, lease: number): Promise<string[]> {
      const due = `select id from ${table} where due_at <= ${moment()} order by due_at limit ${count}`
      return change(`due_at = ${momentIn(lease)}`, among(due))
    },
    /** Makes rows due at once that were taken but not sent. */
    giveBack: (ids: readonly string[]) =>
      change(`due_at = ${moment()}`, `sent_at is null and id in (${ids.map(() => "?").join(", ")})`, ...ids),
    findOpen: (id: string) => findOpen({ id }),
    sent: (id: string, messageId: number) => markSent({ id, messageId }),
    setAside: (id: string, error: string) =>
      change("due_at = null, error = ?", "id = ? and sent_at is null", error, id),
    wait: (id: string, error: string, ms: number, attempts: number) =>
      change(`due_at = ${momentIn(ms)}, attempts = ?, error = ?`, "id = ? and sent_at is null", attempts, error, id),
    listFailed: () => read("due_at is null and sent_at is null order by id"),
    retry: async (id: string) =>
      (await change(`due_at = ${moment()}, attempts = 0`, "id = ? and due_at is null and sent_at is null", id)).length >
      0,
    byMessage: async (messageId: number) => (await read("message_id = ?", messageId))[0],
    migrate: () =>
      engine.make(
        table,
        `create table if not exists ${table} (id text primary key, message text not null, due_at ${momentType},
          attempts integer not null default 0, error text, message_id bigint, sent_at ${momentType});
        create index if not exists ${indexOf("due")} on ${table} (due_at) where due_at is not null;
        create index if not exists ${indexOf("failed")} on ${table} (id) where due_at is null and sent_at is null;
        create index if not exists ${indexOf("message")} on ${table} (message_id);`,
      ),
  }
}

const isSameJson = (one: string, other: string): boolean =>
  one === other || canonicalJson(JSON.parse(one)) === canonicalJson(JSON.parse(other))

function messageIn(row: Rows[number]): OutboxMessage {
  const { message, sentAt, ...fields } = JSON.parse(String(soleValue(row)))
  return { ...fields, message: JSON.parse(message), sentAt: sentAt && new Date(sentAt).toISOString() }
}
