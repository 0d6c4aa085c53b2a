/** What a row is found by. */
export type Key = string | number
