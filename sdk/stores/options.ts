export interface StoreOptions {
  /** Milliseconds that handled ids are kept, 35 hours at least; 48 when left out. By the clock of the store's server. */
  keep?: number | undefined
  /** Name of the table; with its schema where there is one. Default `mas_webhooks`. */
  table?: string | undefined
}

const name = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)?$/

/** A table's name, which goes into statements as it is. */
export function tableName(table: string = "mas_webhooks"): string {
  if (name.test(table)) return table
  throw new RangeError("table must be a name of letters, digits and _, with its schema before a dot where there is one")
}

/** Every so many claims what is older than `keep` is deleted: often enough to stay small, seldom enough to cost nothing. */
export const sweepEvery = 10_000

export const newOwner = () => crypto.randomUUID()
