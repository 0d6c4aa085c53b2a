/** A key for lookups. */
export type Key = string | number
