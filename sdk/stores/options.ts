import type { WebhookClaim } from "../webhooks/store.ts"

export interface StoreOptions {
  /** Milliseconds that handled ids are kept, 35 hours at least; 48 when left out. By the clock of the store's server. */
  keep?: number | undefined
  /** Name of the table; with its schema where there is one. Default `mas_webhooks`. */
  table?: string | undefined
}

const name = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)?$/

/** A table's name as it goes into statements: in quotes, since it may be one of their own words, and so in small letters. */
export function tableName(table: string = "mas_webhooks"): string {
  if (name.test(table)) return table.toLowerCase().replace(/\w+/g, '"$&"')
  throw new RangeError("table must be a name of letters, digits and _, with its schema before a dot where there is one")
}

/** Milliseconds: what lasts longer, such as a lease without end, is more than engines count. */
export const longest = 1e15

/** Every so many claims what is older than `keep` is deleted: often enough to stay small, seldom enough to cost nothing. */
export const sweepEvery = 10_000

/** Refuses what a store cannot use when it is made, not with one event after the other. */
export function mustHave(takes: string, client: unknown, ...methods: readonly string[]): void {
  if (methods.some((method) => typeof Object(client)[method] !== "function")) throw new TypeError(takes)
}

/** The value of a row that has one. Clients may be told to give columns other names, or rows as arrays. */
export const soleValue = (row: unknown): unknown => Object.values(Object(row))[0]

/** What an engine says of a claim. As text, since clients may be told to read what is none in ways of their own; or as bytes. */
export function claimOf(said: unknown, owner: string): WebhookClaim {
  const state = String(said)
  if (state === "mine") return { state, owner }
  if (state === "done" || state === "busy") return { state }
  throw new TypeError(`The claim of a webhook was answered with ${state}`)
}

export const newOwner = () => crypto.randomUUID()
