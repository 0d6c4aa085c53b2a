export type Key = string | number
