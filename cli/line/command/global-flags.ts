export const formats = ["table", "json", "ndjson", "csv", "csv-excel"] as const
export type Format = (typeof formats)[number]

export interface GlobalFlags {
  readonly profile?: string
  readonly "base-url"?: string
  readonly "api-key"?: string
  readonly brand?: string
  readonly account?: string
  readonly output?: Format
  readonly columns?: readonly string[]
  readonly quiet?: boolean
  readonly "dry-run"?: boolean
  readonly debug?: boolean
  readonly yes?: boolean
  readonly color?: boolean
  readonly pager?: boolean
  /** Shows times as stored, instead of local and relative ones. */
  readonly utc?: boolean
  readonly agent?: boolean
  /** Milliseconds. */
  readonly timeout?: number
  readonly "max-retries"?: number
}
