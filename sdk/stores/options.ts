import type { WebhookClaim } from "../webhooks/store.ts"

export interface StoreOptions {
  /**
   * How long handled ids are kept, in milliseconds: at least 35 hours, by default 48. Measured by the clock of the store's
   * server.
   */
  keep?: number | undefined
  /** Name of the table, optionally with its schema; both in lower case. Default `mas_webhooks`. */
  table?: string | undefined
}

const name = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)?$/

/** PostgreSQL cuts a longer name, so that two tables would be one; an index is named after its table. */
const longestName = { schema: 63, table: 50 }

/** The table's name as it goes into statements. Quoted, because it may be a reserved word, and therefore in lower case. */
export function tableName(table: string = "mas_webhooks"): string {
  const [tablePart = "", schemaPart = ""] = String(table).split(".").reverse()
  if (tablePart.length > longestName.table || schemaPart.length > longestName.schema) {
    throw new RangeError(`table must be at most ${longestName.table} characters: a database cuts longer names`)
  }
  if (name.test(table)) return table.toLowerCase().replace(/\w+/g, '"$&"')
  throw new RangeError("table must be a name of letters, digits and _, with its schema before a dot if it has one")
}

/** Milliseconds. Longer values, such as an infinite lease, exceed what engines can count. */
export const maxMilliseconds = 1e15

/** The name of an index of a quoted table, in the table's schema. */
export const indexName = (table: string, purpose: string): string =>
  `"${table.split(".").at(-1)?.slice(1, -1)}_${purpose}"`

/** The parts of a table: `create` creates it if it is missing. */
export interface TableShape {
  readonly create: string
  /** What each index is on, by its quoted name. */
  readonly indexes?: Readonly<Record<string, string>>
  /** A column, of text, that a table of an earlier version lacks. */
  readonly column?: string
}

/** Number of claims between two deletions of expired ids, which delete at most twice as many. */
export const sweepEvery = 500

/** Refuses an unusable client when the store is made, not with each event. */
export function requireMethods(takes: string, client: unknown, ...methods: readonly string[]): void {
  if (methods.some((method) => typeof Object(client)[method] !== "function")) throw new TypeError(takes)
}

/** The value of a row with one column. Clients can be configured to rename columns or to return rows as arrays. */
export const soleValue = (row: unknown): unknown => Object.values(Object(row))[0]

/** An engine's reply to a claim. Compared as text: clients can be configured to parse other types, or to return bytes. */
export function claimOf(result: unknown, owner: string, warnOfClock: () => void): WebhookClaim {
  const state = String(result)
  // Mine, too: the lease before was further ahead than can be.
  if (state === "thrown") warnOfClock()
  if (state === "mine" || state === "thrown") return { state: "mine", owner }
  if (state === "done" || state === "busy") return { state }
  throw new TypeError(`Unexpected reply to the claim of a webhook: ${state}`)
}

export const newOwner = () => crypto.randomUUID()

/** An error's text as databases take it: Postgres refuses NUL, and the error may quote the very characters that it refused. */
export const storable = (text: string): string => text.replaceAll("\0", "\\0").slice(0, 2_000)
